import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Test } from 'supertest';
import { verifyWebhook } from '../../../packages/webhook-verifier/src/index.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { bearer } from '../access/callers.js';
import { useDeliveryBench } from './delivery-bench.js';
import { errorOf, fieldOf, PATH } from './webhook-fixture.js';
import type { WebhookFixture } from './webhook-fixture.js';

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly window: { readonly days: number; readonly from_utc: string; readonly to_utc: string };
  readonly next_cursor?: string;
}

describe('the history of deliveries', () => {
  const ask = (desk: WebhookFixture, query: object = {}, headers = desk.headers): Test =>
    bench.test.request().get(`${PATH}/deliveries`).set(headers).query(query);
  const page = async (desk: WebhookFixture, query: object = {}): Promise<Page> =>
    (await ask(desk, query).expect(200)).body as Page;
  const redeliver = (desk: WebhookFixture, deliveryId: string): Test =>
    bench.test.request().post(`${PATH}/deliveries/${deliveryId}/redeliver`).set(desk.headers);

  const bench = useDeliveryBench();
  beforeAll(() => bench.startWorker());
  beforeEach(() => bench.answerAnew());

  // webhooks 8.2, 8.3, 7.9
  it('shows what was delivered, page by page, and no content of it', async () => {
    const { desk, webhook } = await bench.aWebhook();
    await bench.call(desk, { summary: 'Wants a canary bird.' });
    await bench.settled(desk, 3);
    const first = await page(desk, { page_size: 2 });
    expect(first.items.map((it) => it['event_type'])).toEqual(['call_analyzed', 'call_ended']);
    const second = await page(desk, { page_size: 2, cursor: first.next_cursor });
    expect(second.items).toEqual([
      {
        delivery_id: expect.any(String) as string,
        event_id: expect.any(String) as string,
        webhook_id: webhook.webhook_id,
        project_id: desk.projectId,
        event_type: 'call_started',
        is_test: false,
        status: 'succeeded',
        attempt_count: 1,
        max_attempts: 4,
        created_at_utc: expect.any(String) as string,
        first_attempt_at_utc: expect.any(String) as string,
        last_attempt_at_utc: expect.any(String) as string,
        next_attempt_at_utc: null,
        response_status_code: 204,
        duration_ms: expect.any(Number) as number,
        failure_code: null,
        endpoint_host: `localhost:${bench.receiver.port}`,
        transcript_mode: 'none',
        redelivery_of: null,
      },
    ]);
    expect(second.next_cursor).toBeUndefined();
    const { days, from_utc: from, to_utc: to } = first.window;
    expect([days, Date.parse(to) - Date.parse(from)]).toEqual([30, 30 * 86_400_000]);
    expect(JSON.stringify([first, second, await bench.history(desk)])).not.toMatch(/canary|whsec/);
    expect((await ask(desk, { page_size: 2, cursor: first.next_cursor, status: 'failed' })).status).toBe(400);
  });

  // webhooks 8.2
  it('is filtered by status, event, webhook and project', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended', 'call_analyzed'] });
    const failing = await bench.webhookOf(desk, {
      event_types: ['call_started'],
      retry_attempts: 0,
      endpoint_url: bench.url('/fails'),
    });
    bench.answer = (response, got) => response.writeHead(got.path === '/fails' ? 400 : 204).end();
    await bench.call(desk);
    await bench.settled(desk, 3, ['succeeded', 'failed']);
    const count = async (query: object): Promise<number> => (await page(desk, query)).items.length;
    expect(await count({ status: 'failed' })).toBe(1);
    expect(await count({ event_type: 'call_ended' })).toBe(1);
    expect(await count({ webhook_id: webhook.webhook_id })).toBe(2);
    expect(await count({ webhook_id: failing.webhook_id, status: 'succeeded' })).toBe(0);
    expect(await count({ project_id: desk.projectId })).toBe(3);
    expect(await count({ project_id: await bench.test.world.aProject(desk.tenant) })).toBe(0);
    await bench.inStore(
      `UPDATE webhook_deliveries SET status = 'cancelled' WHERE client_id = $1 AND data_env = $2 AND status = 'failed'`,
      [desk.tenant.clientId, desk.tenant.dataEnv],
    );
    expect(await count({ status: 'not_cancelled' })).toBe(2);
    expect(await count({ status: 'not_cancelled', webhook_id: failing.webhook_id })).toBe(0);
    expect(await count({})).toBe(3);
    for (const query of [{ status: 'lost' }, { event_type: 'none' }])
      expect((await ask(desk, query)).status).toBe(400);
    for (const query of [{ page_size: 101 }, { webhook_id: 'x' }])
      expect((await ask(desk, query)).status).toBe(422);
  });

  // webhooks 8.2
  it('is for a partner_user about the projects assigned, and for others not at all', async () => {
    const { desk } = await bench.aWebhook({ event_types: ['call_ended'] });
    await bench.call(desk);
    await bench.settled(desk, 1);
    const member = await bench.test.world.aUser(desk.tenant, { role: 'partner_user' });
    const own = bearer(member.token());
    expect(((await ask(desk, {}, own).expect(200)).body as Page).items).toEqual([]);
    expect((await ask(desk, { project_id: desk.projectId }, own)).status).toBe(404);
    await bench.test.world.assignProject(member, desk.tenant, desk.projectId);
    expect(((await ask(desk, {}, own).expect(200)).body as Page).items).toHaveLength(1);
    const foreign = await bench.aWebhook();
    expect((await page(foreign.desk)).items).toEqual([]);
  });

  // Fails if a repeated request with the same key creates another delivery. webhooks 8.4
  it('repeats a delivery once for a key', async () => {
    const { desk } = await bench.aWebhook({ event_types: ['call_ended'] });
    await bench.call(desk);
    const [first] = await bench.settled(desk, 1);
    const ask = () => redeliver(desk, first!.delivery_id).set('Idempotency-Key', 'again');
    const made = await ask().expect(202);
    const replay = await ask().expect(202);
    expect(replay.body).toEqual(made.body);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(await bench.settled(desk, 2)).toHaveLength(2);
  });

  // webhooks 8.4, 8.5
  it('lets a delivery be repeated under a new id with the same event', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
    await bench.call(desk);
    const [first] = await bench.settled(desk, 1);
    const again = await redeliver(desk, first!.delivery_id).expect(202);
    expect(again.body).toMatchObject({
      status: 'pending',
      event_id: first!['event_id'],
      redelivery_of: first!.delivery_id,
      attempt_count: 0,
    });
    await bench.settled(desk, 2);
    const ids = bench.got.map(({ headers, body }) =>
      verifyWebhook(headers, body, { secrets: webhook.secret }),
    );
    expect(ids[0]!.eventId).toBe(ids[1]!.eventId);
    expect(ids[0]!.deliveryId).not.toBe(ids[1]!.deliveryId);
    for (const id of [randomUUID(), '01a202fb-3e78-7619-91a5-6606a7bb617f', 'no-uuid']) {
      expect((await redeliver(desk, id)).status).toBe(404);
    }
    const foreign = await bench.aWebhook();
    expect((await redeliver(foreign.desk, first!.delivery_id)).status).toBe(404);
    const off = await desk.change(webhook.webhook_id, {
      status: 'disabled',
      revision_hash: webhook.revision_hash,
    });
    expect(off.status).toBe(200);
    const refused = await redeliver(desk, first!.delivery_id);
    expect([refused.status, errorOf(refused).code]).toEqual([409, 'webhook_disabled']);
  });

  // webhooks 8.4
  it('lets none be repeated that has not ended', async () => {
    const { desk } = await bench.aWebhook({ event_types: ['call_ended'] });
    bench.answer = (response) => response.writeHead(500).end();
    await bench.call(desk);
    const [first] = await bench.settled(desk, 1, ['retrying']);
    expect((await redeliver(desk, first!.delivery_id)).status).toBe(409);
  });

  // webhooks 8.1, 8.5
  it('tells how a test went, which sends an example of any event once', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
    const send = (body?: object, hash: string | undefined = webhook.revision_hash) =>
      desk.post(webhook.webhook_id, 'test', hash, body);
    expect((await desk.post(webhook.webhook_id, 'test')).status).toBe(428);
    expect((await send({}, 'r9-0123456789abcdef')).status).toBe(409);
    expect((await send({ event_type: 'call_forgotten' })).status).toBe(422);
    await send().expect(200);
    await bench.settled(desk, 1);
    bench.answer = (response) => response.writeHead(302, { Location: bench.url('/elsewhere') }).end();
    const test = await send({ event_type: 'transfer_initiated' }).expect(200);
    expect(test.body).toMatchObject({ is_test: true, status: 'pending', max_attempts: 1 });
    const rows = await bench.settled(desk, 2, ['succeeded', 'blocked']);
    expect(rows[1]).toMatchObject({ failure_code: 'redirect_blocked', response_status_code: 302 });
    expect(bench.got).toHaveLength(2);
    const { payload } = verifyWebhook(bench.got[1]!.headers, bench.got[1]!.body, { secrets: webhook.secret });
    expect(payload).toMatchObject({ event: 'transfer_initiated', test: true, sequence: 0 });
    expect(await desk.item(webhook.webhook_id)).toMatchObject({
      last_success_at_utc: null,
      consecutive_failures: 0,
    });
  });

  // webhooks 8.6, 8.7, 8.5
  it('recovers what a webhook has missed, once', async () => {
    const { desk, webhook } = await bench.aWebhook({
      event_types: ['call_ended', 'call_analyzed'],
      retry_attempts: 0,
    });
    const recover = (body: object): Test => desk.post(webhook.webhook_id, 'recover', undefined, body);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await bench.call(desk);
    await bench.settled(desk, 2);
    bench.answer = (response) => response.writeHead(500).end();
    await bench.call(desk);
    await bench.settled(desk, 4, ['succeeded', 'failed']);
    bench.answer = (response) => response.writeHead(204).end();
    const preview = await recover({ since, preview: true }).expect(200);
    expect(preview.body).toMatchObject({
      webhook_id: webhook.webhook_id,
      preview: true,
      count: 2,
      has_more: false,
    });
    expect(await bench.history(desk)).toHaveLength(4);
    expect((await recover({ since }).expect(200)).body).toMatchObject({ preview: false, count: 2 });
    const rows = await bench.settled(desk, 6, ['succeeded', 'failed']);
    expect(rows.slice(4).map((row) => row.status)).toEqual(['succeeded', 'succeeded']);
    expect(new Set(rows.slice(2).map((row) => row['event_id'])).size).toBe(2);
    expect((await recover({ since, preview: true }).expect(200)).body).toMatchObject({ count: 0 });
    const old = await recover({ since: '2026-01-01T00:00:00Z' });
    expect([old.status, fieldOf(old)?.field]).toEqual([422, 'since']);
  });

  // webhooks 8.6
  it('recovers an event once, also where two ask at the same moment', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'], retry_attempts: 0 });
    bench.answer = (response) => response.writeHead(500).end();
    await bench.call(desk);
    await bench.settled(desk, 1, ['failed']);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const url = bench.test.databases.superuser.storeUrls.get('store-a')!;
    const answers = await withClient(url, async (holder) => {
      // Nothing is queued while this is held: each recovery has already found the missed events.
      await holder.query('BEGIN; LOCK TABLE webhook_queue IN EXCLUSIVE MODE');
      const asked = Promise.all(
        [1, 2].map(() => desk.post(webhook.webhook_id, 'recover', undefined, { since }).expect(200)),
      );
      await eventually(async () => {
        const [waiting] = await bench.inStore<{ count: number }>(
          `SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(waiting!.count).toBeGreaterThanOrEqual(2);
      });
      await holder.query('ROLLBACK');
      return asked;
    });
    const counts = answers.map(({ body }) => (body as { readonly count: number }).count);
    expect(counts.sort()).toEqual([0, 1]);
  });

  // webhooks 8.6
  it('recovers no event that is about to be told anyway', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
    await bench.stopWorkers();
    await bench.call(desk);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const answer = await desk.post(webhook.webhook_id, 'recover', undefined, { since }).expect(200);
    expect(answer.body).toMatchObject({ count: 0, has_more: false });
    await bench.startWorker();
    await bench.settled(desk, 1);
  });

  // webhooks 8.8
  it('is of bodies that are as their schemas say', async () => {
    const { desk, webhook } = await bench.aWebhook({ transcript_to_send: 'redacted' });
    const listed = await bench.test.request().get(`${PATH}/event-types`).set(desk.headers).expect(200);
    const { items } = listed.body as { items: { event_type: string; schema: object; example: object }[] };
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const schemas = new Map(items.map((it) => [it.event_type, ajv.compile(it.schema)]));
    for (const { event_type: type, example } of items)
      expect([type, schemas.get(type)!(example)]).toEqual([type, true]);
    const lines = [{ role: 'agent', text: 'Good morning.', offset_ms: 0 }];
    await bench.call(desk, {
      summary: 'All is well.',
      redacted_transcript: { status: 'verified', lines },
      transfer: {
        last_outcome: 'completed',
        attempts: [
          {
            kind: 'transfer',
            target_name: 'Reception',
            outcome: 'completed',
            at_utc: '2026-10-10T01:01:00Z',
          },
        ],
      },
    });
    await bench.settled(desk, 4);
    await desk.post(webhook.webhook_id, 'test', webhook.revision_hash).expect(200);
    await bench.settled(desk, 5);
    for (const { body } of bench.got) {
      const event = JSON.parse(body) as { event: string; data: { transcript: unknown } };
      const check = schemas.get(event.event)!;
      expect([event.event, check(event), check.errors]).toEqual([event.event, true, null]);
    }
    await eventually(() => expect(bench.got.some(({ body }) => body.includes('Good morning.'))).toBe(true));
  });
});
