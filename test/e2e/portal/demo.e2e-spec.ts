import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../../src/features/alerts/rules/alert.response.js';
import type { BillingOverviewResponse } from '../../../src/features/billing/overview/overview.response.js';
import type { DeliveryHistoryResponse } from '../../../src/features/webhooks/history/history.response.js';
import type { WebhookListResponse } from '../../../src/features/webhooks/endpoints/endpoints.response.js';
import { demoProviderState } from '../../../tools/demo/billing.ts';
import type { DemoCallRecord } from '../../../tools/demo/calls/call-generator.ts';
import { demoCallerRequests } from '../../../tools/demo/caller-requests.ts';
import { missingCalls, NO_HISTORY, recordAt } from '../../../tools/demo/calls/call-history.ts';
import { refuseSlots, seedCapacity } from '../../../tools/demo/capacity.ts';
import { DEMO_CAST } from '../../../tools/demo/cast/cast.ts';
import { deskKeys } from '../../../tools/demo/configure.ts';
import { seedCast } from '../../../tools/demo/seed.ts';
import { SHOWCASE_PROJECT_ID, SHOWCASE_TENANT } from '../../../tools/demo/calls/showcase-call.ts';
import type { DemoApiKeySecret } from '../../../tools/demo/types.ts';
import { countUsage } from '../../../tools/demo/usage.ts';
import { demoWebhooks } from '../../../tools/demo/webhooks.ts';
import {
  startBillingProvider,
  type LocalBillingProvider,
} from '../../../tools/dev/billing/billing-provider.ts';
import { MeterEvents } from '../../../tools/dev/billing/meter-events.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tools/dev/webhooks/webhook-receiver.ts';
import { admitCredentialsOf, useTestApp, workerSettings } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { bearerToken } from '../../support/tokens.js';
import { useWorker } from '../../support/worker.js';
import { bearer } from '../access/callers.js';
import { billedBy } from '../billing/billing-fixture.js';

const NOW = new Date();
const { clientId } = SHOWCASE_TENANT;
/** This many calls include transfers in both projects. */
const CALLS = 600;

describe('the demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  const counted = join(folder, 'meter-events.jsonl');
  let billing: LocalBillingProvider;
  let receiver: WebhookReceiver;
  let apiKeys: readonly DemoApiKeySecret[];
  let stored: DemoCallRecord[];
  const startBilling = () =>
    startBillingProvider({
      state: demoProviderState(DEMO_CAST.tenants, NOW),
      meterEvents: new MeterEvents(counted),
    });
  beforeAll(async () => {
    billing = await startBilling();
  });
  const test = useTestApp({
    settings: (settings) => ({
      ...billedBy(billing)(settings),
      outbound: { ...settings.outbound, allowLoopback: true },
    }),
  });
  useWorker(test);

  beforeAll(async () => {
    admitCredentialsOf(test);
    apiKeys = await seedCast({
      metadataOwnerUrl: test.databases.superuser.metadataUrl,
      settings: test.settings,
      cast: DEMO_CAST,
      apiKeySecretsFile: join(folder, 'keys.json'),
      log: () => undefined,
      now: NOW,
    });
    const keyOf = deskKeys(apiKeys);
    const send = async (scope: Parameters<typeof keyOf>[0], path: string, body: object) => {
      const sent = test.request().post(path).set('X-API-Key', keyOf(scope)).send(body);
      await sent.expect((answer) => expect(answer.status, answer.text).toBeLessThan(300));
    };
    const tenant = { ...SHOWCASE_TENANT, storeId: 'store-a' };
    const calls = missingCalls(DEMO_CAST, tenant, NO_HISTORY, NOW).slice(-CALLS);
    stored = calls.map((call) => recordAt(call, NOW));
    await send('runtime-ingest', '/internal/v1/calls', stored);
    for (const request of demoCallerRequests(SHOWCASE_PROJECT_ID, NOW))
      await send('support-ingest', '/v1/compliance/caller-requests', request);
    await seedCapacity(test.app, DEMO_CAST);
    await refuseSlots(test.app);
    await countUsage(workerSettings(test));
    admitCredentialsOf(test);
    receiver = await startWebhookReceiver(join(folder, 'receiver.json'));
    await connect();
  });
  afterAll(async () => {
    await receiver.stop();
    await billing.stop();
    rmSync(folder, { recursive: true });
  });

  const connect = () =>
    demoWebhooks({
      baseUrl: test.baseUrl,
      apiKeys,
      receiverUrl: receiver.url,
      since: new Date(NOW.getTime() - 60_000),
    });
  const as = (email: string) =>
    bearer(bearerToken(DEMO_CAST.users.find((it) => it.email === email)!.subject));
  const read = async <T>(email: string, path: string, query: object = {}): Promise<T> =>
    (
      await test
        .request()
        .get(path)
        .set(as(email))
        .query({ client_id: clientId, ...query })
        .expect(200)
    ).body as T;

  it.each([
    ['partner-admin@harbour.example.com', ['api_key_ends', 'capacity_blocked', 'webhook_disabled']],
    ['partner-user@harbour.example.com', ['api_key_ends', 'capacity_blocked']],
    [
      'admin@acme-dental.example.com',
      [
        'caller_request_overdue',
        'caller_request_urgent',
        'capacity_blocked',
        'usage_threshold',
        'webhook_disabled',
      ],
    ],
    ['staff@acme-dental.example.com', ['capacity_blocked']],
    [
      'service-operator@platform.example.org',
      ['caller_request_overdue', 'caller_request_urgent', 'capacity_blocked', 'usage_threshold'],
    ],
  ])('has something to see to for %s', async (email, kinds) => {
    await eventually(async () => {
      const { items } = await read<{ items: Alert[] }>(email, '/v1/alerts');
      expect(items.map(({ kind }) => kind).toSorted()).toEqual(kinds);
    });
  });

  it('charges the minutes of the calls that analytics shows, from the first day of the period on', async () => {
    const { billing: shown } = await read<BillingOverviewResponse>(
      'admin@acme-dental.example.com',
      '/v1/billing/overview',
    );
    const [minutes] = shown.metered_usage_lines;
    const ended = stored.filter(({ ended_at_utc: at }) => {
      const end = typeof at === 'string' ? new Date(at).toISOString() : '';
      return end >= shown.billing_period_start && end < minutes!.usage_freshness_utc!;
    });
    const used = ended.map((it) => Number(it['duration_seconds'] ?? 0)).filter((seconds) => seconds > 0);
    expect(shown).not.toHaveProperty('metered_from_utc');
    expect(shown.used_minutes).toBe(
      used.reduce((sum, seconds) => sum + Math.max(1, Math.ceil(Math.floor(seconds) / 60)), 0),
    );
  });

  it('shows usage, also after the billing provider was started anew', async () => {
    const overview = async () => {
      const { billing: shown } = await read<BillingOverviewResponse>(
        'admin@acme-dental.example.com',
        '/v1/billing/overview',
      );
      return [shown.chargeability, shown.usage_status, shown.metered_usage_lines.map((it) => it.meter_id)];
    };
    const usage = ['hybrid', 'available', ['minutes', 'sms_segments']];
    expect(await overview()).toEqual(usage);
    const forgotten = [...billing.meterEvents.keys()];
    expect(forgotten.length).toBeGreaterThan(10);
    expect([...new MeterEvents(counted).keys()]).toEqual(forgotten);
  });

  it('has webhooks that deliver, and one whose receiver has moved; another start changes nothing', async () => {
    const webhooksOf = async (projectId: string) => {
      const { items } = await read<WebhookListResponse>(
        'partner-admin@harbour.example.com',
        '/v1/partner/webhooks',
        { project_id: projectId },
      );
      return items.map((it) => [it.endpoint_url, it.status, it.disabled_reason, it.event_types.length]);
    };
    const delivered = async () => {
      const { items } = await read<DeliveryHistoryResponse>(
        'partner-admin@harbour.example.com',
        '/v1/partner/webhooks/deliveries',
        { project_id: SHOWCASE_PROJECT_ID, page_size: 100 },
      );
      return items.map((it) => (it.attempt_count > 1 ? 'retried' : it.status));
    };
    // The wait before a retry is at least five seconds.
    await eventually(async () => {
      expect(await delivered()).toEqual(expect.arrayContaining(['succeeded', 'failed', 'retried']));
    });
    const shown = async () => [
      await webhooksOf(SHOWCASE_PROJECT_ID),
      await webhooksOf('acme-dental-after-hours-m5xd4r'),
    ];
    const before = await shown();
    expect(before).toEqual([
      [[`${receiver.url}/calls`, 'active', null, 4]],
      [[`${receiver.url}/moved-away`, 'disabled', 'gone', 1]],
    ]);
    await connect();
    expect(await shown()).toEqual(before);
  });
});
