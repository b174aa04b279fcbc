import type { Scope } from '../../../src/core/shared/roles.js';
import { STAFF } from './expected-roles.js';

const CUSTOMERS: readonly Scope[] = ['client_admin', 'client_manager', 'partner_admin'];
const READERS: readonly Scope[] = [...CUSTOMERS, ...STAFF];
const ALERT_OWNERS: readonly Scope[] = ['client_admin', ...STAFF];

interface BillingRoute {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly sessions: readonly Scope[];
  readonly keys: readonly Scope[];
  readonly takesClient: true;
  readonly namedByPeople: true;
  readonly project: 'none';
  readonly admitted: number;
  readonly body?: object;
  readonly namesInBody?: true;
}

const aboutBilling = (
  path: string,
  sessions: readonly Scope[],
  admitted = 200,
  body?: object,
): BillingRoute => ({
  method: body ? 'post' : 'get',
  path: `/v1/billing${path}`,
  sessions,
  keys: [],
  takesClient: true,
  namedByPeople: true,
  project: 'none',
  admitted,
  ...(body ? { body, namesInBody: true } : {}),
});

/** The permitted callers of billing routes, copied by hand from the contract's table. */
export const BILLING_ROUTES: readonly BillingRoute[] = [
  aboutBilling('/overview', READERS),
  aboutBilling('/invoices', READERS),
  // The path names an id that does not exist.
  aboutBilling('/invoices/:invoice_id/pdf', READERS, 404),
  aboutBilling('/portal-session', READERS, 400, {}),
  aboutBilling('/invoice-recipients', CUSTOMERS),
  aboutBilling('/invoice-recipients/unmask', ['client_admin'], 200, {}),
  aboutBilling('/metered/aggregation-records', STAFF),
  aboutBilling('/metered/reconciliation-records', STAFF),
  aboutBilling('/usage-alerts', ALERT_OWNERS),
  // Sent without an Idempotency-Key.
  aboutBilling('/usage-alerts', ALERT_OWNERS, 400, {}),
  // The path names an id that does not exist.
  { ...aboutBilling('/usage-alerts/:alert_id', ALERT_OWNERS, 404, {}), method: 'patch' },
  { ...aboutBilling('/usage-alerts/:alert_id', ALERT_OWNERS, 404), method: 'delete' },
];

/** The voice runtime reports messages here; the body of this attempt is not a list of messages. */
export const MESSAGE_INGEST = {
  method: 'post',
  path: '/internal/v1/messages',
  sessions: [],
  keys: ['runtime-ingest'],
  takesClient: false,
  project: 'none',
  body: {},
  admitted: 422,
} as const;
