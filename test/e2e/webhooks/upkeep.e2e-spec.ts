import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeliveriesPruner } from '../../../src/features/webhooks/history/webhook-days.job.js';
import { verifyWebhook } from '../../../packages/webhook-verifier/src/index.js';
import { aCall } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { postCalls } from '../../support/post-calls.js';
import { useDeliveryBench } from './delivery-bench.js';
import { errorOf, PATH, WebhookFixture } from './webhook-fixture.js';
import type { Webhook } from './webhook-fixture.js';

const DAY_MS = 86_400_000;

interface NextAttempts {
  readonly waiting_count: number;
  readonly items: readonly {
    readonly delivery_id: string;
    readonly event_type: string;
    readonly attempt_number: number;
    readonly due_at_utc: string;
  }[];
}

describe('webhooks and what is left of their deliveries', () => {
  const nextOf = async (desk: WebhookFixture, webhookId: string): Promise<NextAttempts> =>
    (await desk.item(webhookId))['next_attempts'] as NextAttempts;

  const bench = useDeliveryBench();
  beforeEach(() => bench.answerAnew());
  afterEach(() => bench.stopWorkers());

  // webhooks 2.12
  it('tell how many deliveries wait for them, and when the next are due', async () => {
    const { desk, webhook } = await bench.aWebhook({
      event_types: ['call_started', 'call_ended'],
      retry_backoff_seconds: 300,
    });
    const idle = await bench.webhookOf(desk, { event_types: ['transfer_initiated'] });
    bench.answer = (response) => response.writeHead(503).end();
    for (let count = 1; count <= 7; count += 1) await bench.call(desk);
    // No worker yet: the first events of the calls are already due, the later ones are not.
    await bench.startWorker();
    await eventually(async () => {
      const states = (await bench.history(desk)).map(({ status }) => status);
      expect(states.filter((status) => status === 'retrying')).toHaveLength(7);
    });
    const { waiting_count: count, items } = await nextOf(desk, webhook.webhook_id);
    expect(count).toBe(14);
    expect(items).toHaveLength(5);
    const due = items.map((it) => Date.parse(it.due_at_utc));
    expect(due).toEqual(due.toSorted((one, other) => one - other));
    const rows = (await bench.history(desk)).filter(({ status }) => status === 'retrying');
    for (const it of items) {
      const row = rows.find(({ delivery_id: id }) => id === it.delivery_id)!;
      expect(it).toEqual({
        delivery_id: row.delivery_id,
        event_type: 'call_started',
        attempt_number: 2,
        due_at_utc: row.next_attempt_at!.toISOString(),
      });
    }
    expect(await nextOf(desk, idle.webhook_id)).toEqual({ waiting_count: 0, items: [] });
    // No delivery makes a change stale, and a change shows waiting deliveries like the list.
    const changed = await desk
      .change(webhook.webhook_id, { retry_attempts: 1, revision_hash: webhook.revision_hash })
      .expect(200);
    expect((changed.body as Webhook)['next_attempts']).toEqual({ waiting_count: 14, items });
    bench.answer = (response) => response.writeHead(204).end();
    await bench.hurry(desk);
    // webhooks 4.4: waiting deliveries keep the number of attempts with which they were created.
    for (const row of await bench.settled(desk, 14)) expect(row['max_attempts']).toBe(4);
    expect(await nextOf(desk, webhook.webhook_id)).toEqual({ waiting_count: 0, items: [] });
  });

  // webhooks 2.12
  it('count what waits no further than anybody reads', async () => {
    const { desk, webhook } = await bench.aWebhook();
    const { clientId, dataEnv } = desk.tenant;
    await bench.inStore(
      `INSERT INTO webhook_queue (client_id, data_env, delivery_id, created_at, webhook_id, project_id, call_id, event_id,
                                  event_type, sequence, occurred_at, is_test, max_attempts, ready_at)
       SELECT $1, $2, uuidv7(), now(), $3, $4, 'c' || n, uuidv7(), 'call_ended', 1, now(), false, 4, now() + interval '1 hour'
         FROM generate_series(1, 1001) AS n`,
      [clientId, dataEnv, webhook.webhook_id, desk.projectId],
    );
    expect(await nextOf(desk, webhook.webhook_id)).toMatchObject({ waiting_count: 1000 });
    await bench.inStore(`DELETE FROM webhook_queue WHERE webhook_id = $1`, [webhook.webhook_id]);
  });

  // webhooks 7.9
  it('keep a history of thirty days, and drop the days before as a whole', async () => {
    await bench.startWorker();
    const { desk } = await bench.aWebhook({ event_types: ['call_ended'] });
    await bench.call(desk);
    await bench.settled(desk, 1);
    await bench.stopWorkers();
    const own = [desk.tenant.clientId, desk.tenant.dataEnv];
    const dateOf = (at: Date): string => at.toISOString().slice(0, 10);
    const now = Date.now();
    const before = (days: number): Date => new Date(now - days * DAY_MS);
    const PAST = [29, 31, 32, 40];
    const parts = PAST.map(
      (days) => `webhook_deliveries_y${dateOf(before(days)).replace('-', 'm').replace('-', 'd')}`,
    );
    // Days in the past, each with a copy of the delivery as if it had been created then.
    for (const [index, days] of PAST.entries()) {
      const at = before(days);
      const end = dateOf(new Date(at.getTime() + DAY_MS));
      await bench.inStore(
        `CREATE TABLE ${parts[index]} PARTITION OF webhook_deliveries
           FOR VALUES FROM ('${dateOf(at)} 00:00:00+00') TO ('${end} 00:00:00+00')`,
      );
      await bench.inStore(`ALTER TABLE ${parts[index]} OWNER TO telephony_owner`);
      await bench.inStore(
        `INSERT INTO webhook_deliveries
         SELECT (jsonb_populate_record(d, jsonb_build_object('created_at', $3::timestamptz, 'delivery_id', uuidv7()))).*
           FROM webhook_deliveries d
          WHERE d.client_id = $1 AND d.data_env = $2 AND d.created_at > now() - interval '1 day'`,
        [...own, at],
      );
      await bench.inStore(
        `INSERT INTO webhook_positions (client_id, data_env, call_id, sequence, updated_at)
         VALUES ($1, $2, 'past-' || $3, 1, $4)`,
        [...own, String(days), at],
      );
    }
    expect(await bench.history(desk)).toHaveLength(5);
    const pruner = (await bench.startWorker()).get(DeliveriesPruner, { strict: false });
    const planned = (await pruner.plan()).filter(({ clientId }) => clientId === desk.tenant.clientId);
    expect(planned).toHaveLength(1);
    for (const tenant of planned) await pruner.handle(tenant);
    const [{ left } = { left: null }] = await bench.inStore<{ left: string[] | null }>(
      `SELECT array_agg(inhrelid::regclass::text ORDER BY 1) AS left FROM pg_inherits
        WHERE inhparent = 'webhook_deliveries'::regclass AND inhrelid::regclass::text = ANY($1)`,
      [parts],
    );
    expect(left).toEqual(parts.slice(0, 1));
    const rows = await bench.history(desk);
    expect(rows).toHaveLength(2);
    const shown = await bench.test.request().get(`${PATH}/deliveries`).set(desk.headers).expect(200);
    expect((shown.body as { items: object[] }).items).toHaveLength(2);
    const positions = await bench.inStore<{ call_id: string }>(
      `SELECT call_id FROM webhook_positions WHERE client_id = $1 AND data_env = $2 AND call_id LIKE 'past-%'`,
      own,
    );
    expect(positions).toEqual([{ call_id: 'past-29' }]);
    await bench.inStore(`DROP TABLE ${parts[0]}`);
  });

  // webhooks 7.6, calls-ingest 5.3
  it('bring what happens to a call for the first time a month later, numbered on from what they brought before', async () => {
    await bench.startWorker();
    const { desk } = await bench.aWebhook();
    const at = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
    const begun = { call_status: 'in_progress', started_at_utc: at(40), ended_at_utc: null };
    const call = aCall(desk.projectId, begun);
    await postCalls(bench.test, desk.tenant, [call]);
    await bench.settled(desk, 1);
    // As on the thirty-first day: the events are gone, but it is still known up to which one they
    // were reported.
    await bench.inStore(`DELETE FROM call_events WHERE client_id = $1`, [desk.tenant.clientId]);
    const ended = { ...call, revision: 2, call_status: 'completed', ended_at_utc: at(39) };
    const key = await bench.test.world.aKey(desk.tenant, 'runtime-ingest');
    await bench.test.request().post('/internal/v1/calls').set('X-API-Key', key).send([ended]).expect(200);
    await bench.settled(desk, 2);
    const told = bench.got.map(({ body }) => JSON.parse(body) as { event: string; sequence: number });
    expect(told.map(({ event, sequence }) => [sequence, event])).toEqual([
      [1, 'call_started'],
      [2, 'call_ended'],
    ]);
  });

  // webhooks 7.5
  it('wait for a key that is unavailable, without counting an attempt, and are delivered with it', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
    const folder = mkdtempSync(join(tmpdir(), 'telephony-webhook-key-'));
    const masterKeyFile = join(folder, 'master.key');
    writeFileSync(masterKeyFile, randomBytes(32).toString('base64'), { mode: 0o600 });
    // A worker that starts with another master key cannot open anything.
    await bench.startWorker((base) => ({
      ...base,
      keyProvider: { kind: 'local', masterKeyFile, mustBeRandom: true },
    }));
    await bench.call(desk);
    const [row] = await bench.settled(desk, 1, ['retrying']);
    expect(row).toMatchObject({
      failure_code: 'signing_unavailable',
      attempt_count: 0,
      first_attempt_at: null,
      next_attempt_at: expect.any(Date) as Date,
    });
    expect(await nextOf(desk, webhook.webhook_id)).toMatchObject({
      waiting_count: 1,
      items: [{ delivery_id: row!.delivery_id, attempt_number: 1 }],
    });
    expect(await desk.item(webhook.webhook_id)).toMatchObject({ status: 'active', consecutive_failures: 0 });
    expect(bench.got).toEqual([]);
    await bench.stopWorkers();
    rmSync(folder, { recursive: true });
    await bench.startWorker();
    await eventually(async () => {
      await bench.hurry(desk);
      expect(await bench.history(desk)).toMatchObject([
        { delivery_id: row!.delivery_id, status: 'succeeded', failure_code: null, attempt_count: 1 },
      ]);
    });
    expect(
      verifyWebhook(bench.got[0]!.headers, bench.got[0]!.body, { secrets: webhook.secret }).deliveryId,
    ).toBe(row!.delivery_id);
  });

  // webhooks 7.8, 8.5, 8.6, 8.7
  it('can be sent what happened while they were switched off, and events that they did not name then', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_started'] });
    const { webhook_id: id } = webhook;
    const recover = (body: object): Test => desk.post(id, 'recover', undefined, body);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const off = await desk
      .change(id, { status: 'disabled', revision_hash: webhook.revision_hash })
      .expect(200);
    await bench.call(desk);
    await bench.startWorker();
    const rows = await bench.settled(desk, 1, ['cancelled']);
    expect(rows[0]).toMatchObject({ failure_code: 'endpoint_disabled', attempt_count: 0 });
    expect(errorOf(await recover({ since, preview: true })).code).toBe('webhook_disabled');
    const on = await desk.change(id, {
      status: 'active',
      // It did not subscribe to these events when they happened.
      event_types: ['call_started', 'call_ended', 'call_analyzed'],
      revision_hash: (off.body as Webhook).revision_hash,
    });
    expect(on.body).toMatchObject({ status: 'active', disabled_reason: null });
    const preview = await recover({ since, preview: true }).expect(200);
    expect(preview.body).toMatchObject({ preview: true, count: 3, has_more: false });
    expect((await recover({ since }).expect(200)).body).toMatchObject({ preview: false, count: 3 });
    await bench.settled(desk, 4, ['succeeded', 'cancelled']);
    expect(bench.got.map(({ headers }) => headers['x-service-event'])).toEqual([
      'call_started',
      'call_ended',
      'call_analyzed',
    ]);
    expect((JSON.parse(bench.got[0]!.body) as { id: string }).id).toBe(rows[0]!['event_id']);
    expect((await desk.audits()).at(-1)).toMatchObject({
      action: 'webhook.recovered',
      metadata: { events: 3 },
    });
  });

  // webhooks 8.6
  it('are sent at most 5000 missed events at once, and told that there are more', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
    await bench.inStore(
      `INSERT INTO call_events (client_id, data_env, call_id, event_type, project_id, revision, sequence, occurred_at_utc, appended_at)
       SELECT $1, $2, 'missed-' || n, 'call_ended', $3, 1, 1, now(), now() - interval '1 minute' FROM generate_series(1, 5001) AS n`,
      [desk.tenant.clientId, desk.tenant.dataEnv, desk.projectId],
    );
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const preview = await desk.post(webhook.webhook_id, 'recover', undefined, { since, preview: true });
    expect(preview.body).toMatchObject({ count: 5000, has_more: true });
  });

  // webhooks 8.1, 2.9
  it('are tested five times a minute, which takes nothing from creating and rotating', async () => {
    const { desk, webhook } = await bench.aWebhook();
    const { webhook_id: id, revision_hash: revision } = webhook;
    for (let count = 1; count <= 5; count += 1) await desk.post(id, 'test', revision).expect(200);
    const sixth = await desk.post(id, 'test', revision);
    expect([sixth.status, errorOf(sixth).code]).toEqual([429, 'rate_limited']);
    expect(Number(sixth.get('Retry-After'))).toBeGreaterThan(0);
    await desk.made();
    await desk.post(id, 'rotate-secret', revision).expect(200);
    // Another caller of the tenant has five slots too.
    const headers = { 'X-API-Key': await bench.test.world.aKey(desk.tenant, 'partner_admin') };
    const other = new WebhookFixture(bench.test, desk.tenant, desk.projectId, headers);
    await other.post(id, 'test', (await other.item(id)).revision_hash).expect(200);
  });
});
