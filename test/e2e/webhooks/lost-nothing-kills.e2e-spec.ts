import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Settings } from '../../../src/config/settings.js';
import { startTestApp, workerSettings } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { BuiltService, environmentOf } from '../../support/built-process.js';
import type { BuiltProcess } from '../../support/built-process.js';
import { createTestDatabases, inStore } from '../../support/databases.js';
import { postCalls } from '../../support/post-calls.js';
import { StoreServer } from '../../support/store-server.js';
import { aWebhookFixture } from './webhook-fixture.js';
import type { WebhookFixture } from './webhook-fixture.js';

// Three events each; every fifth receiver is faulty.
const RECEIVERS = 10;
const CALLS = 334;
const EVENTS = RECEIVERS * CALLS * 3;
const CEILING_MS = 90_000;

// Where some do not come, what keeps them: how they wait, and the work items by which their workers
// are woken.
const WHERE_ALL_ARE = `
SELECT d.status, q.queued, CASE WHEN q.queued IS NOT NULL THEN (
         SELECT jsonb_agg(to_jsonb(m) || jsonb_build_object('asked_at', now())) FROM work_items m
          WHERE m.kind LIKE 'webhooks.%' AND m.client_id = d.client_id) END AS items,
       count(*)::integer AS count
  FROM webhook_deliveries d
  LEFT JOIN LATERAL (
         SELECT jsonb_build_object('webhook', w.webhook_id, 'attempts', w.attempt_count, 'ready_at', w.ready_at, 'lease', w.lease_token)
                AS queued
           FROM webhook_queue w WHERE w.delivery_id = d.delivery_id) q ON true
 GROUP BY d.client_id IS NULL, 1, 2, 3`;

interface Accepted {
  readonly path: string;
  readonly delivery: string;
  readonly event: {
    readonly id: string;
    readonly sequence: number;
    readonly data: { readonly call: { call_id: string } };
  };
}

// Fails if a dying process loses deliveries, if one is settled that another process has taken over,
// or if a later event of a call overtakes an earlier one.
describe('deliveries with faulty receivers, killed workers and a store that is killed and started again', () => {
  let store: StoreServer;
  let test: TestApp;
  let service: BuiltService;
  let desks: WebhookFixture[];
  const accepted: Accepted[] = [];
  const failed = new Map<string, number>();
  // From this delivery on, none is answered: a worker killed then has deliveries in progress.
  let holdsFrom = Infinity;
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => void receive(request, response));

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const delivery = String(request.headers['x-service-delivery-id']);
    const times = failed.get(delivery) ?? 0;
    if (path.startsWith('/faulty') && times < 2) {
      failed.set(delivery, times + 1);
      // First the connection breaks, then the delivery is refused, then it succeeds.
      if (times === 0) response.destroy();
      else response.writeHead(503).end();
      return;
    }
    accepted.push({
      path,
      delivery,
      event: JSON.parse(Buffer.concat(chunks).toString()) as Accepted['event'],
    });
    if (accepted.length > holdsFrom) held.push(response);
    else response.writeHead(204).end();
  }

  const startWorker = async (): Promise<BuiltProcess> => {
    const environment = environmentOf(workerSettings(test), { OUTBOUND_LOOPBACK: 'open' });
    const worker = service.start('worker', environment);
    await worker.line('working');
    return worker;
  };
  /**
   * Makes waiting deliveries due, also those of a killed holder. A work item for the end of leases
   * is 95 s ahead when it is enqueued, and leases of the next 5 s share it: while their holder
   * lives it stays until then.
   */
  const hurry = async (isDead: boolean): Promise<void> => {
    const free = isDead ? '' : ' AND lease_token IS NULL';
    const due = isDead ? '' : ` AND ready_at < now() + interval '85 seconds'`;
    await inStore(test, `UPDATE webhook_queue SET ready_at = now() WHERE ready_at > now()${free}`);
    await inStore(
      test,
      `UPDATE work_items SET ready_at = now() WHERE ready_at > now() AND kind LIKE 'webhooks.%'${free}${due}`,
    );
  };
  const kill = async (worker: BuiltProcess): Promise<void> => {
    worker.kill('SIGKILL');
    expect(await worker.ended).toBe('SIGKILL');
    answerAgain();
    await hurry(true);
  };
  const answerAgain = (): void => {
    holdsFrom = Infinity;
    for (const response of held.splice(0)) response.writeHead(204).end();
  };
  /** This many deliveries have arrived, some of which wait for an answer. */
  const reached = async (share: number): Promise<void> => {
    holdsFrom = share * EVENTS;
    await expect
      .poll(
        async () => {
          await hurry(false);
          return held.length;
        },
        { timeout: CEILING_MS, interval: 200 },
      )
      .toBeGreaterThan(0);
  };

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const settings = (base: Settings): Settings => ({
      ...base,
      outbound: { ports: [443], allowLoopback: true },
    });
    store = await StoreServer.start();
    test = await startTestApp({ settings, databases: store.instead(await createTestDatabases()) });
    service = new BuiltService().compile();
    desks = [];
    for (let number = 0; number < RECEIVERS; number += 1) {
      const desk = await aWebhookFixture(test);
      const path = number % 5 === 0 ? `faulty/${number}` : `well/${number}`;
      await desk.made({
        endpoint_url: `http://localhost:${port}/${path}`,
        event_types: ['call_started', 'call_ended', 'call_analyzed'],
        retry_attempts: 5,
      });
      desks.push(desk);
    }
    // The service is compiled for the first file that needs it.
  }, CEILING_MS * 2);
  afterAll(async () => {
    service.stop();
    await test.close();
    await store.remove();
    server.closeAllConnections();
    server.close();
  });

  // webhooks 6.1, 7.1, 7.6
  it(
    'make each event arrive at least once, in the order of its call, repetitions under its id',
    async () => {
      const first = await startWorker();
      const posting = Promise.all(
        desks.map((desk) =>
          postCalls(
            test,
            desk.tenant,
            Array.from({ length: CALLS }, () => aCall(desk.projectId, { resolution_status: 'resolved' })),
          ),
        ),
      );
      await reached(0.1);
      await kill(first);
      const second = await startWorker();
      await reached(0.3);
      await kill(second);
      await startWorker();
      await posting;
      await reached(0.5);
      await store.killAndStart();
      // A delivery whose claim was committed, but whose answer was lost, is sent when its lease
      // ends.
      await hurry(true);
      answerAgain();
      const deadline = Date.now() + CEILING_MS / 2;
      await expect
        .poll(
          async () => {
            await hurry(Date.now() > deadline);
            return inStore(test, WHERE_ALL_ARE);
          },
          { timeout: CEILING_MS * 2, interval: 300 },
        )
        .toEqual([{ status: 'succeeded', queued: null, items: null, count: EVENTS }]);

      const events = await inStore<{ event_id: string; call_id: string; sequence: number }>(
        test,
        'SELECT event_id, call_id, sequence FROM call_events',
      );
      expect(events).toHaveLength(EVENTS);
      expect(new Set(accepted.map(({ event }) => event.id))).toEqual(
        new Set(events.map((it) => it.event_id)),
      );
      const order = new Map<string, number[]>();
      for (const { event } of accepted) {
        const { call_id: callId } = event.data.call;
        const seen = order.get(callId) ?? [];
        if (!seen.includes(event.sequence)) order.set(callId, [...seen, event.sequence]);
      }
      expect([...order.values()].filter((numbers) => numbers.join() !== '1,2,3')).toEqual([]);
      const ids = new Map(accepted.map(({ delivery, event }) => [delivery, event.id]));
      expect(accepted.filter(({ delivery, event }) => ids.get(delivery) !== event.id)).toEqual([]);
      expect(ids.size).toBe(events.length);
    },
    CEILING_MS * 5,
  );
});
