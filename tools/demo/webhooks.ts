import { deskKeys } from './configure.ts';
import { demoSender } from './sender.ts';
import type { Send } from './sender.ts';
import { SHOWCASE_PROJECT_ID } from './calls/showcase-call.ts';
import { DEMO_CAST } from './cast/cast.ts';
import { RECEIVER_PATHS } from '../dev/webhooks/webhook-receiver.ts';
import type { DemoApiKeySecret } from './types.ts';

interface DemoWebhook {
  readonly projectId: string;
  readonly path: string;
  readonly eventTypes: readonly string[];
}

/**
 * A first start has few enough of these events to send them within seconds: other types have
 * thousands.
 */
const TRANSFERS = 'transfer_initiated';
const ALL_EVENTS = ['call_started', 'call_ended', 'call_analyzed', TRANSFERS];

/**
 * Two of them work, for different partners. One was switched off because its receiver has moved: a
 * person can repair it with the address of the first one.
 */
const WEBHOOKS: readonly DemoWebhook[] = [
  { projectId: SHOWCASE_PROJECT_ID, path: RECEIVER_PATHS.calls, eventTypes: ALL_EVENTS },
  {
    projectId: 'acme-dental-after-hours-m5xd4r',
    path: RECEIVER_PATHS.moved,
    eventTypes: [TRANSFERS],
  },
  {
    projectId: 'kingfisher-travel-bookings-q6cs4h',
    path: RECEIVER_PATHS.calls,
    eventTypes: ALL_EVENTS,
  },
];

const PATH = '/v1/partner/webhooks';
/** The shortest possible, so that a person sees an attempt fail and the next one succeed. */
const RETRY_SECONDS = 5;

interface Made {
  readonly webhook_id: string;
  readonly endpoint_url: string;
  readonly revision_hash: string;
}

/** The input for the demo's webhooks. */
interface WebhookSetup {
  readonly baseUrl: string;
  readonly apiKeys: readonly DemoApiKeySecret[];
  /** The receiver's address. */
  readonly receiverUrl: string;
  /** Webhooks receive events from this time on, if there are any. */
  readonly since: Date;
}

/**
 * Gives projects of the demo a webhook with a history, with ordinary requests. A project's existing
 * webhook stays, but the demo's own webhook follows its receiver to another port.
 * @throws DemoRefusal naming the request that was refused
 */
export async function demoWebhooks(setup: WebhookSetup): Promise<void> {
  const send = demoSender(setup.baseUrl);
  for (const webhook of WEBHOOKS) await demoWebhook(send, webhook, setup);
}

async function demoWebhook(send: Send, webhook: DemoWebhook, setup: WebhookSetup): Promise<void> {
  const { projectId, path, eventTypes } = webhook;
  const tenant = DEMO_CAST.projects.find((it) => it.projectId === projectId)!;
  const key = deskKeys(setup.apiKeys, tenant)('partner_admin');
  const url = `${setup.receiverUrl}${path}`;
  const atWebhook = (id: string, part = ''): string => `${PATH}/${id}${part}?project_id=${projectId}`;
  const { answer } = await send(key, 'GET', `${PATH}?project_id=${projectId}`);
  const { items, revision_hash: guard } = answer as unknown as { items: Made[]; revision_hash: string };
  for (const { webhook_id: id, endpoint_url: at, revision_hash: revision } of items) {
    if (URL.parse(at)?.pathname === path && at !== url)
      await send(key, 'PATCH', atWebhook(id), { endpoint_url: url }, revision);
  }
  if (items.length > 0) return;
  const asked = { endpoint_url: url, event_types: [TRANSFERS], retry_backoff_seconds: RETRY_SECONDS };
  const made = await send(key, 'POST', PATH, { project_id: projectId, revision_hash: guard, ...asked });
  const { webhook_id: id, revision_hash: revision } = made.answer as unknown as Made;
  await send(key, 'POST', atWebhook(id, '/test'), {}, revision);
  await send(key, 'POST', atWebhook(id, '/recover'), { since: setup.since.toISOString() });
  if (eventTypes.length > 1) await send(key, 'PATCH', atWebhook(id), { event_types: eventTypes }, revision);
}
