import type { ServerResponse } from 'node:http';
import { beforeEach, expect, it } from 'vitest';
import { SendDeliveriesHandler } from '../../../src/features/webhooks/delivery/send-deliveries.work.js';
import { WebhookSecrets } from '../../../src/features/webhooks/lookup/webhook-secrets.service.js';
import { aCall } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { postCalls } from '../../support/post-calls.js';
import { aSecondLater, useDeliveryBench } from './delivery-bench.js';
import type { Webhook, WebhookFixture } from './webhook-fixture.js';

const bench = useDeliveryBench();
const worker = perSuite(() => bench.startWorker());
beforeEach(() => bench.answerAnew());
const CALLS = { event_types: ['call_ended'] };

const calls = (desk: WebhookFixture, count: number) =>
  postCalls(
    bench.test,
    desk.tenant,
    Array.from({ length: count }, () => aCall(desk.projectId, { resolution_status: 'resolved' })),
  );
async function change(desk: WebhookFixture, webhook: Webhook, ...changes: object[]): Promise<void> {
  let { revision_hash } = webhook;
  for (const it of changes) {
    const changed = await desk.change(webhook.webhook_id, { ...it, revision_hash }).expect(200);
    ({ revision_hash } = changed.body as Webhook);
  }
}
const statuses = async (desk: WebhookFixture) => (await bench.history(desk)).map(({ status }) => status);

// Fails if deliveries that are due after a 410 that does not count wait for the end of a lease.
// webhooks 7.8
it('a 410 from before a change holds up nothing of what comes behind it', async () => {
  const { desk, webhook } = await bench.aWebhook(CALLS);
  const held: ServerResponse[] = [];
  bench.answer = (response) => void held.push(response);
  await calls(desk, 12);
  await eventually(() => expect(held).toHaveLength(2));
  await change(desk, webhook, { timeout_seconds: 11 });
  bench.answer = (response) => response.writeHead(204).end();
  for (const response of held) response.writeHead(410).end();
  await eventually(async () =>
    expect((await statuses(desk)).toSorted()).toEqual([
      'failed',
      'failed',
      ...Array<string>(10).fill('succeeded'),
    ]),
  );
});

// webhooks 3.4, 7.8
it('switching on a webhook that is on ends nothing of what waits', async () => {
  const { desk, webhook } = await bench.aWebhook(CALLS);
  await bench.call(desk);
  await bench.settled(desk, 1);
  const held: ServerResponse[] = [];
  bench.answer = (response) => void held.push(response);
  await calls(desk, 14);
  await eventually(() => expect(held).toHaveLength(8));
  await change(desk, webhook, { status: 'active' });
  await aSecondLater();
  bench.answer = (response) => response.writeHead(204).end();
  for (const response of held) response.writeHead(204).end();
  await bench.settled(desk, 15, ['succeeded']);
  expect(new Set(await statuses(desk))).toEqual(new Set(['succeeded']));
});

// webhooks 3.4
it.each([
  ['is switched on', () => ({ status: 'active' })],
  ['moves', () => ({ endpoint_url: bench.url('/moved') })],
])('one that fails under way while its webhook %s is tried again at once', async (_, changed) => {
  const { desk, webhook } = await bench.aWebhook({ ...CALLS, retry_backoff_seconds: 300 });
  const held: ServerResponse[] = [];
  bench.answer = (response) => void held.push(response);
  await bench.call(desk);
  await eventually(() => expect(held).toHaveLength(1));
  await change(desk, webhook, changed());
  bench.answer = (response) => response.writeHead(204).end();
  held[0]!.writeHead(503).end();
  await bench.settled(desk, 1, ['succeeded']);
});

// webhooks 4.4, 7.8
it('what is made right after its webhook was switched off and on is sent', async () => {
  const { desk, webhook } = await bench.aWebhook(CALLS);
  await bench.call(desk);
  const [row] = await bench.settled(desk, 1);
  await aSecondLater();
  bench.got.length = 0;
  await worker.get(SendDeliveriesHandler, { strict: false }).dispatcherOf(desk.tenant).wake();
  await change(desk, webhook, { status: 'disabled' }, { status: 'active' });
  const { revision_hash } = await desk.item(webhook.webhook_id);
  await desk.post(webhook.webhook_id, 'test', revision_hash, {}).expect(200);
  const again = `/v1/partner/webhooks/deliveries/${row!.delivery_id}/redeliver`;
  await bench.test.request().post(again).set(desk.headers).expect(202);
  await bench.settled(desk, 3, ['succeeded']);
  expect(bench.got).toHaveLength(2);
});

// webhooks 7.8
it('one that fails under way while its webhook is switched off and on ends, and what was made since goes on', async () => {
  const { desk, webhook } = await bench.aWebhook({
    event_types: ['call_started', 'call_ended'],
    retry_backoff_seconds: 300,
  });
  const held: ServerResponse[] = [];
  bench.answer = (response) => void held.push(response);
  const call = aCall(desk.projectId, { revision: 1, call_status: 'in_progress', ended_at_utc: undefined });
  await postCalls(bench.test, desk.tenant, [call]);
  await eventually(() => expect(held).toHaveLength(1));
  await change(desk, webhook, { status: 'disabled' }, { status: 'active' });
  const ended = { ...aCall(desk.projectId), call_id: call['call_id'], revision: 2 };
  const key = await bench.test.world.aKey(desk.tenant, 'runtime-ingest');
  const posted = await bench.test.request().post('/internal/v1/calls').set('X-API-Key', key).send([ended]);
  expect(posted.body).toMatchObject({ updated: 1 });
  await eventually(async () => expect(await statuses(desk)).toHaveLength(2));
  await aSecondLater();
  bench.answer = (response) => response.writeHead(204).end();
  held[0]!.writeHead(503).end();
  await eventually(async () => expect(await statuses(desk)).toEqual(['cancelled', 'succeeded']));
  expect(bench.got).toHaveLength(2);
});

// webhooks 4.4
it.each(['a delivery', 'a test'])(
  '%s whose key was waited for goes to where its webhook is by then',
  async (what) => {
    const secrets = worker.get(WebhookSecrets, { strict: false });
    const { desk, webhook } = await bench.aWebhook({ ...CALLS, endpoint_url: bench.url('/old') });
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const own = secrets.open.bind(secrets);
    secrets.open = async (...of) => {
      asked.resolve();
      await gate.promise;
      return own(...of);
    };
    if (what === 'a test') await desk.post(webhook.webhook_id, 'test', webhook.revision_hash, {}).expect(200);
    else await bench.call(desk);
    await asked.promise;
    await change(desk, webhook, { endpoint_url: bench.url('/moved') });
    await aSecondLater();
    gate.resolve();
    await eventually(() => bench.hurry(desk).then(() => expect(bench.got).toHaveLength(1)));
    expect(bench.got.map(({ path }) => path)).toEqual(['/moved']);
    secrets.open = own;
  },
);

// webhooks 7.8
it('failures that end beside a 410 are counted, also of a webhook that was changed', async () => {
  const { desk } = await bench.aWebhook({ ...CALLS, endpoint_url: bench.url('/gone') });
  const failing = await bench.webhookOf(desk, { ...CALLS, endpoint_url: bench.url('/failing') });
  const held: [response: ServerResponse, path: string][] = [];
  bench.answer = (response, { path }) => void held.push([response, path]);
  await calls(desk, 2);
  await eventually(() => expect(held).toHaveLength(4));
  await change(desk, failing, { timeout_seconds: 11 });
  for (const [response, path] of held) response.writeHead(path === '/gone' ? 410 : 400).end();
  await bench.settled(desk, 4, ['failed']);
  expect(await desk.item(failing.webhook_id)).toMatchObject({ consecutive_failures: 2 });
});

// Fails if deliveries that wait for a long Retry-After keep waiting after a change that fixes the
// receiver. webhooks 3.4
it.each([
  ['status active', { status: 'active' }],
  ['another address', null],
])('what waits for a Retry-After of an hour is sent at once behind %s', async (_, named) => {
  const { desk, webhook } = await bench.aWebhook(CALLS);
  bench.answer = (response) => response.writeHead(503, { 'Retry-After': '3600' }).end();
  await calls(desk, 1);
  await eventually(async () => expect(await statuses(desk)).toEqual(['retrying']));
  bench.answer = (response) => response.writeHead(204).end();
  await change(desk, webhook, named ?? { endpoint_url: bench.url('/mended') });
  await eventually(async () => expect(await statuses(desk)).toEqual(['succeeded']));
});
