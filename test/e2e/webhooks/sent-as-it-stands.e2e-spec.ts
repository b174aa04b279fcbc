import type { ServerResponse } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../packages/webhook-verifier/src/index.js';
import { WebhookDirectory } from '../../../src/features/webhooks/lookup/webhook-directory.service.js';
import { CallEventFactsReader } from '../../../src/features/calls/events/call-event-facts.service.js';
import { eventually } from '../../support/eventually.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { aSecondLater, useDeliveryBench } from './delivery-bench.js';
import type { Webhook, WebhookFixture } from './webhook-fixture.js';

/** As many exchanges as one origin may have at once. */
const PLACES = 8;
/** For this long, a worker can find a known tenant's store without the metadata store. */
const ROUTE_MS = 5000;

const bench = useDeliveryBench();

/** A worker that reaches the metadata store only through the proxy. `stop` closes both. */
async function startWorkerBehind(): Promise<{
  proxy: FaultProxy;
  worker: INestApplicationContext;
  stop: () => Promise<void>;
}> {
  const proxy = await FaultProxy.before(bench.test.databases.workerMetadataUrl);
  const worker = await bench.startWorker((base) => ({
    ...base,
    metadata: { ...base.metadata, url: proxy.url },
  }));
  const stop = async (): Promise<void> => {
    await bench.stopWorkers();
    await proxy.close();
  };
  return { proxy, worker, stop };
}

const taken = ({ webhook_id: id }: Webhook) =>
  bench.inStore('SELECT 1 FROM webhook_queue WHERE webhook_id = $1 AND lease_token IS NOT NULL', [id]);

/**
 * Until the worker has settled its claims or, on a very busy machine, can do so only when the
 * metadata store is back.
 */
const allSettled = (webhook: Webhook, cutAt: number): Promise<void> =>
  eventually(async () => {
    if (performance.now() - cutAt < ROUTE_MS) expect(await taken(webhook)).toEqual([]);
  });

// webhooks 4.4
describe('a delivery that has waited for a connection', () => {
  const held: ServerResponse[] = [];
  let directory: WebhookDirectory;
  let proxy: FaultProxy;
  let desk: WebhookFixture;
  let webhook: Webhook;

  /**
   * Webhooks of other clients keep all connections of the receiver, one each, and one delivery
   * waits for one. Its webhook has been sent to before: the worker holds all that it takes to send
   * another one as it was.
   */
  beforeEach(async () => {
    await bench.answerAnew();
    held.length = 0;
    bench.answer = (response, { path }) =>
      void (path === '/held' ? held.push(response) : response.writeHead(204).end());
    const behind = await startWorkerBehind();
    ({ proxy } = behind);
    directory = behind.worker.get(WebhookDirectory, { strict: false });
    const holding = { endpoint_url: bench.url('/held'), event_types: ['call_ended'] };
    const others: WebhookFixture[] = [];
    // A client may send five requests a minute.
    for (const _ of [1, 2]) {
      const { desk: other } = await bench.aWebhook(holding);
      for (let count = 1; count < PLACES / 2; count += 1) await bench.webhookOf(other, holding);
      others.push(other);
    }
    ({ desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] }));
    await bench.call(desk);
    await bench.settled(desk, 1);
    bench.got.length = 0;
    for (const other of others) await bench.call(other);
    await eventually(() => expect(held).toHaveLength(PLACES));
    await bench.call(desk);
    await eventually(async () => expect(await taken(webhook)).toHaveLength(1));
    return behind.stop;
  });

  /** Releases the connections once a change has taken effect everywhere. */
  async function freeASecondLater(): Promise<void> {
    await aSecondLater();
    for (const response of held) response.writeHead(204).end();
  }
  const arrived = () => bench.got.filter(({ path }) => path !== '/held');
  /** The state of the waiting delivery. */
  const settled = async (...statuses: string[]) =>
    (await bench.settled(desk, 2, ['succeeded', ...statuses]))[1]!;

  it('is signed with the secret of the moment at which it is sent', async () => {
    const rotated = await desk.post(webhook.webhook_id, 'rotate-secret', webhook.revision_hash).expect(200);
    const { secret } = rotated.body as Webhook;
    await freeASecondLater();
    await settled();
    const [{ headers, body }] = arrived() as [ReturnType<typeof arrived>[number]];
    expect(verifyWebhook(headers, body, { secrets: secret }).event).toBe('call_ended');
    expect(headers['x-service-signature']).not.toMatch(/v1=.*v1=/);
  });

  it('is not sent while it is not known how its webhook is', async () => {
    await proxy.become('refuse');
    const cutAt = performance.now();
    const { revision_hash } = webhook;
    await desk.change(webhook.webhook_id, { endpoint_url: bench.url('/moved'), revision_hash }).expect(200);
    await freeASecondLater();
    await allSettled(webhook, cutAt);
    expect(arrived()).toEqual([]);
    await proxy.heal();
    await settled();
    expect(arrived().map(({ path }) => path)).toEqual(['/moved']);
  });

  it('is not sent by what was asked of its webhook more than a second ago', async () => {
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const own = directory.now.bind(directory);
    directory.now = async (tenant) => {
      const known = await own(tenant);
      if (tenant.clientId === desk.tenant.clientId) asked.resolve();
      await gate.promise;
      return known;
    };
    await freeASecondLater();
    await asked.promise;
    const { revision_hash } = webhook;
    await desk.change(webhook.webhook_id, { endpoint_url: bench.url('/moved'), revision_hash }).expect(200);
    await aSecondLater();
    gate.resolve();
    await eventually(() => bench.hurry(desk).then(() => expect(arrived()).toHaveLength(1)));
    await settled();
    expect(arrived().map(({ path }) => path)).toEqual(['/moved']);
  });

  it('is given as much time as its receiver has by then', async () => {
    const { answer } = bench;
    bench.answer = (response, got) => void (got.path === '/held' ? answer(response, got) : null);
    const { revision_hash } = webhook;
    const change = { timeout_seconds: 1, retry_attempts: 0, revision_hash };
    await desk.change(webhook.webhook_id, change).expect(200);
    await freeASecondLater();
    const row = await settled('retrying');
    expect(row).toMatchObject({ failure_code: 'timeout', attempt_count: 1 });
    expect(row['duration_ms']).toBeLessThan(Number(webhook['timeout_seconds']) * 1000);
  });

  it('is not sent where its webhook was switched off meanwhile', async () => {
    const { revision_hash } = webhook;
    await desk.change(webhook.webhook_id, { status: 'disabled', revision_hash }).expect(200);
    await freeASecondLater();
    const row = await settled('cancelled');
    expect(row.failure_code).toBe('endpoint_disabled');
    expect(arrived()).toEqual([]);
  });

  it('goes to where its webhook was moved meanwhile', async () => {
    const { revision_hash } = webhook;
    await desk.change(webhook.webhook_id, { endpoint_url: bench.url('/moved'), revision_hash }).expect(200);
    await freeASecondLater();
    await eventually(() => bench.hurry(desk).then(() => expect(arrived()).toHaveLength(1)));
    await settled();
    expect(arrived().map(({ path }) => path)).toEqual(['/moved']);
  });
});

// webhooks 4.4
describe('a webhook that was changed while its worker cannot read how it is', () => {
  let proxy: FaultProxy;
  let desk: WebhookFixture;
  let webhook: Webhook;
  let calls: Readonly<Record<'late' | 'begun' | 'fresh', string>>;

  const answerWith = (status: number) => (bench.answer = (response) => response.writeHead(status).end());
  /** The arrivals of the calls' events, in order: path and sequence. */
  function came(): Record<string, string[]> {
    const all = bench.got.map(({ path, body }) => {
      const { sequence, data } = JSON.parse(body) as {
        sequence: number;
        data: { call: { call_id: string } };
      };
      return { callId: data.call.call_id, what: `${path} ${sequence}` };
    });
    const of = (id: string): string[] => all.filter(({ callId }) => callId === id).map(({ what }) => what);
    return Object.fromEntries(Object.entries(calls).map(([name, id]) => [name, of(id)]));
  }
  const BEGUN_BEFORE = { late: ['/old 1'], begun: ['/old 1'], fresh: [] };

  beforeEach(async () => {
    await bench.answerAnew();
    const behind = await startWorkerBehind();
    ({ proxy } = behind);
    const patient = { timeout_seconds: 30, retry_backoff_seconds: 300 };
    ({ desk, webhook } = await bench.aWebhook({ endpoint_url: bench.url('/old'), ...patient }));
    // By then, the worker has everything that it needs to send another one, including the decrypted
    // secret.
    answerWith(204);
    await bench.call(desk);
    await bench.settled(desk, 3);
    return behind.stop;
  });

  /**
   * Changes the webhook while the store is cut off from its worker. There are three calls: the
   * delivery of one was refused, and its retry becomes due; the events of one wait for the answer
   * to their first, which comes after the change; one happens after the change.
   */
  async function changeUnseen(change: object): Promise<void> {
    answerWith(503);
    const late = await bench.call(desk);
    await eventually(async () =>
      expect((await bench.history(desk)).map(({ status }) => status)).toContain('retrying'),
    );
    const held: ServerResponse[] = [];
    bench.answer = (response) => void held.push(response);
    const begun = await bench.call(desk);
    await eventually(() => expect(held).toHaveLength(1));
    answerWith(204);
    await proxy.become('refuse');
    const cutAt = performance.now();
    const { revision_hash } = webhook;
    await desk.change(webhook.webhook_id, { ...change, revision_hash }).expect(200);
    calls = { late, begun, fresh: await bench.call(desk) };
    await bench.hurry(desk);
    await aSecondLater();
    held[0]!.writeHead(204).end();
    await allSettled(webhook, cutAt);
  }

  it('is sent nothing where it was, and then everything in order where it has moved to', async () => {
    await changeUnseen({ endpoint_url: bench.url('/moved') });
    expect(came()).toEqual(BEGUN_BEFORE);
    await proxy.heal();
    await bench.settled(desk, 12);
    expect(came()).toEqual({
      late: ['/old 1', '/moved 1', '/moved 2', '/moved 3'],
      begun: ['/old 1', '/moved 2', '/moved 3'],
      fresh: ['/moved 1', '/moved 2', '/moved 3'],
    });
  });

  it('is sent nothing where it was switched off, and nothing later', async () => {
    await changeUnseen({ status: 'disabled' });
    expect(came()).toEqual(BEGUN_BEFORE);
    await proxy.heal();
    const rows = await bench.settled(desk, 12, ['succeeded', 'cancelled']);
    expect(rows.filter(({ status }) => status === 'succeeded')).toHaveLength(4);
    expect(came()).toEqual(BEGUN_BEFORE);
  });
});

// webhooks 4.4
it('a delivery whose call is read for long is signed as its webhook is by then', async () => {
  await bench.answerAnew();
  const reader = (await bench.startWorker()).get(CallEventFactsReader, { strict: false });
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const own = reader.of.bind(reader);
  const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
  let reads = 0;
  reader.of = async (...asked) => {
    // Deliveries of earlier tests may arrive at any time.
    if (asked[0].clientId !== desk.tenant.clientId) return own(...asked);
    reads += 1;
    const gate = gates[reads - 1];
    const facts = await own(...asked);
    await gate?.promise;
    return facts;
  };
  await bench.call(desk);
  await eventually(() => expect(reads).toBe(1));
  const since = performance.now();
  await eventually(() => expect(performance.now() - since).toBeGreaterThan(600));
  gates[0]!.resolve();
  await eventually(() => expect(reads).toBe(2));
  const rotated = await desk.post(webhook.webhook_id, 'rotate-secret', webhook.revision_hash).expect(200);
  await aSecondLater();
  gates[1]!.resolve();
  await bench.settled(desk, 1);
  const { headers, body } = bench.got.find(
    (got) => got.headers['x-service-endpoint-id'] === webhook.webhook_id,
  )!;
  expect(verifyWebhook(headers, body, { secrets: (rotated.body as Webhook).secret }).event).toBe(
    'call_ended',
  );
  await bench.stopWorkers();
});
