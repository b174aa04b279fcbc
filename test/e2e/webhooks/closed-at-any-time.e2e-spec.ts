import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { useDeliveryBench, type Got } from './delivery-bench.js';
import type { Webhook, WebhookFixture } from './webhook-fixture.js';

const bench = useDeliveryBench();

// A change counts within a second; an exchange that began before it may arrive a little later on a
// busy machine.
const COUNTS_WITHIN_MS = 1000 + 1500;

/** When webhooks were switched off and on, by their responses, and the results. */
class Doors {
  /** For each webhook, the instant since which it is closed; null: it is open. */
  readonly closedSince = new Map<string, number | null>();
  readonly late: string[] = [];

  came({ path }: Got): void {
    const since = this.closedSince.get(path.slice(1)) ?? null;
    if (since !== null && performance.now() - since > COUNTS_WITHIN_MS) this.late.push(path);
  }
}

/**
 * Deliveries that are in the queue or that have not ended according to the history, with what the
 * other one says.
 */
const unfinished = (desk: WebhookFixture) =>
  bench.inStore<{ webhook_id: string; status: string | null; is_queued: boolean }>(
    `SELECT coalesce(h.webhook_id, q.webhook_id) AS webhook_id, h.status, q.delivery_id IS NOT NULL AS is_queued
       FROM (SELECT * FROM webhook_queue WHERE client_id = $1) q
       FULL JOIN (SELECT * FROM webhook_deliveries WHERE client_id = $1) h ON h.delivery_id = q.delivery_id
      WHERE q.delivery_id IS NOT NULL OR h.status IN ('pending', 'retrying')`,
    [desk.tenant.clientId],
  );

/** The events of each call, in the order of first arrival. */
function orderOf(got: readonly Got[]): Map<string, number[]> {
  const calls = new Map<string, number[]>();
  for (const { body } of got) {
    const { sequence, data } = JSON.parse(body) as { sequence: number; data: { call: { call_id: string } } };
    const before = calls.get(data.call.call_id) ?? [];
    if (!before.includes(sequence)) calls.set(data.call.call_id, [...before, sequence]);
  }
  return calls;
}

// webhooks 3.4, 7.6, 7.8, 8.4, 8.6
it('webhooks that are closed and opened at any time are sent nothing while they are closed, and the others lose nothing', async () => {
  const random = new SeededRandom(20_261_124);
  const doors = new Doors();
  let isStopping = false;
  const held: ServerResponse[] = [];
  const release = (): void => held.splice(0).forEach((response) => response.writeHead(204).end());
  bench.answer = (response, got) => {
    doors.came(got);
    if (held.length > 3) held.shift()!.writeHead(204).end();
    if (random.once(4)) response.writeHead(503).end();
    else if (random.once(4) && !isStopping) held.push(response);
    else response.writeHead(204).end();
  };
  await bench.startWorker();
  const { desk, webhook: steady } = await bench.aWebhook({
    endpoint_url: bench.url('/steady'),
    retry_attempts: 5,
  });
  const others: Webhook[] = [];
  for (let count = 0; count < 3; count += 1) {
    const made = await bench.webhookOf(desk, { retry_backoff_seconds: 300 });
    const change = { endpoint_url: bench.url(`/${made.webhook_id}`), revision_hash: made.revision_hash };
    others.push((await desk.change(made.webhook_id, change).expect(200)).body as Webhook);
    doors.closedSince.set(made.webhook_id, null);
  }
  let deleted: string | undefined;
  const calls: string[] = [];
  const set = async (webhookId: string, status: 'active' | 'disabled'): Promise<void> => {
    const { revision_hash } = await desk.item(webhookId);
    // Two may change it at once; one of them must then read it again.
    if (status === 'active') doors.closedSince.set(webhookId, null);
    const answer = await desk.change(webhookId, { status, revision_hash });
    if (answer.status === 200 && status === 'disabled') doors.closedSince.set(webhookId, performance.now());
  };
  const steps: (() => Promise<unknown>)[] = [
    async () => calls.push(await bench.call(desk)),
    async () => calls.push(await bench.call(desk)),
    () => set(random.of(others).webhook_id, 'disabled'),
    () => set(random.of(others).webhook_id, 'active'),
    () => bench.hurry(desk),
    async () => {
      const since = new Date(Date.now() - 60_000).toISOString();
      await desk.post(random.of(others).webhook_id, 'recover', undefined, { since });
    },
    async () => {
      const rows = (await bench.history(desk)).filter((row) => row.webhook_id !== steady.webhook_id);
      if (rows.length === 0) return;
      const path = `/v1/partner/webhooks/deliveries/${random.of(rows).delivery_id}/redeliver`;
      await bench.test.request().post(path).set(desk.headers);
    },
    async () => {
      if (deleted !== undefined || calls.length < 10) return;
      const { webhook_id: id } = others.pop()!;
      const { revision_hash } = await desk.item(id);
      await desk.remove(id, { 'If-Match': `"${revision_hash}"` }).expect(200);
      deleted = id;
      doors.closedSince.set(id, performance.now());
    },
    async () => {
      if (!random.once(3)) return;
      // Deliveries in progress when a worker stops are sent again when their leases end; no test
      // waits for that.
      isStopping = true;
      release();
      await bench.stopWorkers();
      isStopping = false;
      await bench.startWorker();
    },
  ];
  for (let step = 0; step < atDepth({ ordinary: 30, full: 240 }); step += 1)
    await Promise.all([
      random.of(steps)(),
      ...(random.once(3) ? [bench.call(desk).then((id) => calls.push(id))] : []),
    ]);

  release();
  for (const { webhook_id: id } of others) await set(id, 'active');
  bench.answer = (response, got) => {
    doors.came(got);
    response.writeHead(got.path === '/steady' ? 204 : 503).end();
  };
  const last = await bench.call(desk);
  calls.push(last);
  await eventually(async () => {
    const rows = (await bench.history(desk)).filter((row) => row['call_id'] === last);
    expect(rows.filter(({ status }) => status === 'retrying')).toHaveLength(others.length);
  });
  for (const { webhook_id: id } of others) await set(id, 'disabled');
  // A delivery of a closed webhook does not wait for its retry, which is minutes away.
  await eventually(async () =>
    expect((await unfinished(desk)).filter((row) => row.webhook_id !== steady.webhook_id)).toEqual([]),
  );
  await eventually(async () => {
    await bench.hurry(desk);
    expect(await unfinished(desk)).toEqual([]);
  }, 200);
  expect(doors.late).toEqual([]);
  const inOrder = orderOf(bench.got.filter(({ path }) => path === '/steady'));
  expect([...inOrder.values()].filter((sequences) => sequences.join() !== '1,2,3')).toEqual([]);
  expect(inOrder.size).toBe(calls.length);
  await bench.stopWorkers();
});
