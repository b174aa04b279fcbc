import type { Scope } from '../../../src/core/shared/roles.js';

/** A row of the table of expectations; see `ExpectedRoute`. */
interface WebhookRow {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly sessions: readonly Scope[];
  readonly keys: readonly Scope[];
  readonly takesClient: boolean;
  readonly project: 'none' | 'optional' | 'required';
  readonly body?: object;
  readonly admitted?: number;
}

const READERS: readonly Scope[] = ['partner_admin', 'partner_user'];
const WRITERS: readonly Scope[] = ['partner_admin'];

/** An incomplete change of a webhook; the path names an id that does not exist. */
const aboutWebhook = (
  method: WebhookRow['method'],
  path: string,
  body: object | undefined,
  admitted: number,
): WebhookRow => ({
  method,
  path: `/v1/partner/webhooks/:webhook_id${path}`,
  sessions: WRITERS,
  keys: WRITERS,
  takesClient: true,
  project: 'required',
  ...(body ? { body } : {}),
  admitted,
});

/** The permitted callers of webhook routes, copied by hand from the contract's table. */
export const WEBHOOK_ROUTES: readonly WebhookRow[] = [
  {
    method: 'get',
    path: '/v1/partner/webhooks',
    sessions: READERS,
    keys: READERS,
    takesClient: true,
    project: 'required',
  },
  {
    method: 'post',
    path: '/v1/partner/webhooks',
    sessions: WRITERS,
    keys: WRITERS,
    takesClient: true,
    project: 'none',
    body: {},
    // Sent without an idempotency key.
    admitted: 400,
  },
  aboutWebhook('patch', '', { timeout_seconds: 0 }, 422),
  aboutWebhook('delete', '', undefined, 404),
  aboutWebhook('post', '/rotate-secret', { previous_secret_valid_seconds: -1 }, 422),
  aboutWebhook('post', '/end-previous-secret', undefined, 404),
  aboutWebhook('post', '/test', { event_type: 'none' }, 422),
  aboutWebhook('post', '/recover', {}, 422),
  {
    method: 'get',
    path: '/v1/partner/webhooks/deliveries',
    sessions: READERS,
    keys: READERS,
    takesClient: true,
    project: 'optional',
  },
  {
    method: 'post',
    path: '/v1/partner/webhooks/deliveries/:delivery_id/redeliver',
    sessions: WRITERS,
    keys: WRITERS,
    takesClient: true,
    project: 'none',
    admitted: 404,
  },
  {
    method: 'get',
    path: '/v1/partner/webhooks/event-types',
    sessions: READERS,
    keys: READERS,
    takesClient: true,
    project: 'none',
  },
  {
    method: 'get',
    path: '/v1/portal/webhooks',
    sessions: READERS,
    keys: [],
    takesClient: true,
    project: 'none',
  },
];
