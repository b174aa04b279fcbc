import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../packages/webhook-verifier/src/index.js';
import { CallEventFactsReader } from '../../../src/features/calls/events/call-event-facts.service.js';
import { eventually } from '../../support/eventually.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { useDeliveryBench } from './delivery-bench.js';
import type { Webhook, WebhookDesk } from './webhook-desk.js';

/** As many exchanges as one origin has at once. */
const PLACES = 8;

const bench = useDeliveryBench();

// webhooks 4.4
describe('a delivery that has waited for a connection', () => {
  const held: ServerResponse[] = [];
  let proxy: FaultProxy;
  let desk: WebhookDesk;
  let webhook: Webhook;

  /** Webhooks of other clients keep all connections of the receiver, one each, and one delivery waits for one. */
  beforeEach(async () => {
    bench.got.length = 0;
    held.length = 0;
    bench.answer = (response, { path }) =>
      void (path === '/held' ? held.push(response) : response.writeHead(204).end());
    proxy = await FaultProxy.before(bench.test.databases.workerMetadataUrl);
    await bench.startWorker((base) => ({ ...base, metadata: { ...base.metadata, url: proxy.url } }));
    // The worker has what it takes to send: the webhook's address, and its secret opened.
    ({ desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] }));
    await bench.call(desk);
    await bench.settled(desk, 1);
    bench.got.length = 0;
    const holding = { endpoint_url: bench.url('/held'), event_types: ['call_ended'] };
    // A client may make five a minute.
    for (const _ of [1, 2]) {
      const { desk: other } = await bench.aWebhook(holding);
      for (let count = 1; count < PLACES / 2; count += 1) await bench.webhookOf(other, holding);
      await bench.call(other);
    }
    await eventually(() => expect(held).toHaveLength(PLACES));
    await bench.call(desk);
    await eventually(async () =>
      expect(
        await bench.inStore('SELECT 1 FROM webhook_queue WHERE webhook_id = $1 AND lease_token IS NOT NULL', [
          webhook.webhook_id,
        ]),
      ).toHaveLength(1),
    );
    return async () => {
      await bench.stopWorkers();
      await proxy.close();
    };
  });

  /** By then a change counts everywhere. */
  async function aSecondLater(): Promise<void> {
    const since = performance.now();
    await eventually(() => expect(performance.now() - since).toBeGreaterThan(1000));
    for (const response of held) response.writeHead(204).end();
  }
  const arrived = () => bench.got.filter(({ path }) => path !== '/held');

  it('is signed with the secret of the moment at which it is sent', async () => {
    const rotated = await desk.post(webhook.webhook_id, 'rotate-secret', webhook.revision_hash).expect(200);
    const { secret } = rotated.body as Webhook;
    await aSecondLater();
    await bench.settled(desk, 2);
    const [{ headers, body }] = arrived() as [ReturnType<typeof arrived>[number]];
    expect(verifyWebhook(headers, body, { secrets: secret }).event).toBe('call_ended');
    expect(headers['x-service-signature']).not.toMatch(/v1=.*v1=/);
  });

  it('is not sent while it is not known how its webhook is', async () => {
    await proxy.become('refuse');
    const { revision_hash } = webhook;
    await desk.change(webhook.webhook_id, { endpoint_url: bench.url('/moved'), revision_hash }).expect(200);
    await aSecondLater();
    await eventually(async () =>
      expect(
        await bench.inStore('SELECT 1 FROM webhook_queue WHERE webhook_id = $1 AND lease_token IS NOT NULL', [
          webhook.webhook_id,
        ]),
      ).toEqual([]),
    );
    expect(arrived()).toEqual([]);
    await proxy.heal();
    await bench.settled(desk, 2);
    expect(arrived().map(({ path }) => path)).toEqual(['/moved']);
  });

  it('is given as much time as its receiver has by then', async () => {
    const { answer } = bench;
    bench.answer = (response, got) => void (got.path === '/held' ? answer(response, got) : null);
    const { revision_hash } = webhook;
    const change = { timeout_seconds: 1, retry_attempts: 0, revision_hash };
    await desk.change(webhook.webhook_id, change).expect(200);
    await aSecondLater();
    const [, row] = await bench.settled(desk, 2, ['succeeded', 'retrying']);
    expect(row).toMatchObject({ failure_code: 'timeout', attempt_count: 1 });
    expect(row!['duration_ms']).toBeLessThan(5000);
  });

  it('is not sent where its webhook was switched off meanwhile', async () => {
    const { revision_hash } = webhook;
    await desk.change(webhook.webhook_id, { status: 'disabled', revision_hash }).expect(200);
    await aSecondLater();
    const [, row] = await bench.settled(desk, 2, ['succeeded', 'cancelled']);
    expect(row!.failure_code).toBe('endpoint_disabled');
    expect(arrived()).toEqual([]);
  });

  it('goes to where its webhook was moved meanwhile', async () => {
    const { revision_hash } = webhook;
    await desk.change(webhook.webhook_id, { endpoint_url: bench.url('/moved'), revision_hash }).expect(200);
    await aSecondLater();
    await eventually(() => bench.hurry(desk).then(() => expect(arrived()).toHaveLength(1)));
    await bench.settled(desk, 2);
    expect(arrived().map(({ path }) => path)).toEqual(['/moved']);
  });
});

// webhooks 4.4
it('a delivery whose call is read for long is signed as its webhook is by then', async () => {
  bench.got.length = 0;
  bench.answer = (response) => response.writeHead(204).end();
  const reader = (await bench.startWorker()).get(CallEventFactsReader, { strict: false });
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const own = reader.of.bind(reader);
  let reads = 0;
  reader.of = async (...asked) => {
    reads += 1;
    const gate = gates[reads - 1];
    const facts = await own(...asked);
    await gate?.promise;
    return facts;
  };
  const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
  await bench.call(desk);
  await eventually(() => expect(reads).toBe(1));
  // So long that it has to be read anew.
  const since = performance.now();
  await eventually(() => expect(performance.now() - since).toBeGreaterThan(300));
  gates[0]!.resolve();
  await eventually(() => expect(reads).toBe(2));
  const rotated = await desk.post(webhook.webhook_id, 'rotate-secret', webhook.revision_hash).expect(200);
  // By then a change counts everywhere.
  const changed = performance.now();
  await eventually(() => expect(performance.now() - changed).toBeGreaterThan(1000));
  gates[1]!.resolve();
  await bench.settled(desk, 1);
  const { headers, body } = bench.got[0]!;
  expect(verifyWebhook(headers, body, { secrets: (rotated.body as Webhook).secret }).event).toBe(
    'call_ended',
  );
  await bench.stopWorkers();
});
