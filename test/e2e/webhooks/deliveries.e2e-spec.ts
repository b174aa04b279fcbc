import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../packages/webhook-verifier/src/index.js';
import { aCall } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { postCalls } from '../../support/post-calls.js';
import { withoutIds } from '../../support/without-ids.js';
import { useDeliveryBench } from './delivery-bench.js';
import type { Got } from './delivery-bench.js';

const eventOf = ({ body }: Got): string => (JSON.parse(body) as { event: string }).event;
const idOf = ({ body }: Got): string => (JSON.parse(body) as { id: string }).id;

describe('deliveries', () => {
  const bench = useDeliveryBench();
  beforeAll(() => bench.startWorker());
  beforeEach(() => bench.answerAnew());

  // webhooks 5.1, 5.2, 6.1, 6.2, 7.6
  it('tell of the events of a call in their order, signed, with no number and no address in them', async () => {
    const { desk, webhook } = await bench.aWebhook();
    const callId = await bench.call(desk, { caller_number: '+61491570156', caller_name: 'Jane Citizen' });
    await bench.settled(desk, 3);
    expect(bench.got.map(eventOf)).toEqual(['call_started', 'call_ended', 'call_analyzed']);
    const rows = await bench.history(desk);
    for (const [index, { headers, body }] of bench.got.entries()) {
      const verified = verifyWebhook(headers, body, { secrets: webhook.secret });
      expect(verified).toMatchObject({
        deliveryId: rows[index]!.delivery_id,
        event: rows[index]!.event_type,
      });
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-service-endpoint-id': webhook.webhook_id,
        'x-service-event': rows[index]!.event_type,
        'x-service-timestamp': String(verified.timestamp),
        'x-webhook-signature-256': expect.stringMatching(/^sha256=[0-9a-f]{64}$/) as string,
      });
      expect(JSON.parse(body)).toMatchObject({
        id: rows[index]!['event_id'],
        schema_version: '1',
        sequence: index + 1,
        test: false,
        client_id: desk.tenant.clientId,
        data_env: 'prod',
        project_id: desk.projectId,
        webhook_id: webhook.webhook_id,
        data: { call: { call_id: callId, call_status: 'completed' }, transcript: null },
      });
      expect(withoutIds(body)).not.toMatch(/49157|Jane|localhost/);
    }
    expect(rows[0]).toMatchObject({
      attempt_count: 1,
      max_attempts: 4,
      response_status_code: 204,
      failure_code: null,
      is_test: false,
      endpoint_host: `localhost:${bench.receiver.port}`,
      redelivery_of: null,
      next_attempt_at: null,
    });
    expect(
      await bench.inStore('SELECT 1 FROM webhook_queue WHERE client_id = $1', [desk.tenant.clientId]),
    ).toEqual([]);
    await eventually(async () =>
      expect(await desk.item(webhook.webhook_id)).toMatchObject({
        status: 'active',
        consecutive_failures: 0,
        last_success_at_utc: expect.any(String) as string,
      }),
    );
  });

  // webhooks 7.6
  it('go to each webhook of the project that names the event, and to no other', async () => {
    const { desk } = await bench.aWebhook({ endpoint_url: bench.url('/ended'), event_types: ['call_ended'] });
    await bench.webhookOf(desk, { endpoint_url: bench.url('/started'), event_types: ['call_started'] });
    const other = await bench.aWebhook({ endpoint_url: bench.url('/other') });
    await bench.call(desk);
    await bench.settled(desk, 2);
    expect(bench.got.map((it) => `${it.path} ${eventOf(it)}`).sort()).toEqual([
      '/ended call_ended',
      '/started call_started',
    ]);
    expect(await bench.history(other.desk)).toEqual([]);
  });

  // webhooks 1.1, 6.2
  it('tell nothing of a call that was put into another project meanwhile', async () => {
    const { desk } = await bench.aWebhook({ event_types: ['call_analyzed'], transcript_to_send: 'redacted' });
    const lines = [{ role: 'caller', text: 'Of the other project.', offset_ms: 0 }];
    const call = aCall(desk.projectId, { summary: 'A visit was booked.' });
    await bench.stopWorkers();
    await postCalls(bench.test, desk.tenant, [call]);
    const project_id = await bench.test.world.aProject(desk.tenant);
    const redacted_transcript = { status: 'verified', lines };
    const moved = await bench.test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', await bench.test.world.aKey(desk.tenant, 'runtime-ingest'))
      .send([{ ...call, revision: 2, project_id, redacted_transcript }]);
    expect(moved.body).toMatchObject({ updated: 1 });
    await bench.startWorker();
    const [row] = await bench.settled(desk, 1);
    expect(row).toMatchObject({ project_id: desk.projectId, transcript_mode: 'none' });
    expect(JSON.parse(bench.got[0]!.body)).toMatchObject({
      project_id: desk.projectId,
      data: { call: null, transfer: null, analysis: null, transcript: null },
    });
  });

  // webhooks 7.6. Fails if the relay uses an outdated list of webhooks: an event is processed only
  // once.
  it('go to a webhook that was made a moment ago, of a tenant with others', async () => {
    const { desk } = await bench.aWebhook({ endpoint_url: bench.url('/old'), event_types: ['call_ended'] });
    await bench.call(desk);
    await bench.settled(desk, 1);
    await bench.webhookOf(desk, { endpoint_url: bench.url('/new'), event_types: ['call_ended'] });
    await bench.call(desk);
    await bench.settled(desk, 3);
    expect(bench.got.map(({ path }) => path).sort()).toEqual(['/new', '/old', '/old']);
  });

  // webhooks 5.3, 4.2
  it('carry a signature of each secret while two of them count', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
    const rotated = await desk
      .post(webhook.webhook_id, 'rotate-secret', webhook.revision_hash, {
        previous_secret_valid_seconds: 600,
      })
      .expect(200);
    await bench.call(desk);
    await bench.settled(desk, 1);
    const { headers, body } = bench.got[0]!;
    const { secret } = rotated.body as typeof webhook;
    for (const secrets of [webhook.secret, secret]) {
      expect(verifyWebhook(headers, body, { secrets }).event).toBe('call_ended');
    }
  });

  // webhooks 7.1, 7.2, 6.1
  it('are tried again under the same delivery and event, and hold back the later events of their call', async () => {
    const { desk } = await bench.aWebhook({ retry_backoff_seconds: 300 });
    let failures = 2;
    bench.answer = (response, got) => {
      const fails = eventOf(got) === 'call_started' && failures-- > 0;
      response.writeHead(fails ? 500 : 200).end();
    };
    await bench.call(desk);
    await eventually(async () =>
      expect((await bench.history(desk)).map(({ status }) => status)).toEqual([
        'retrying',
        'pending',
        'pending',
      ]),
    );
    const [waiting] = await bench.history(desk);
    expect(waiting).toMatchObject({
      attempt_count: 1,
      failure_code: 'http_status',
      response_status_code: 500,
    });
    const pause = (waiting!.next_attempt_at!.getTime() - Date.now()) / 1000;
    expect(pause).toBeGreaterThan(220);
    expect(pause).toBeLessThan(361);
    await bench.hurry(desk);
    await eventually(async () => expect((await bench.history(desk))[0]).toMatchObject({ attempt_count: 2 }));
    await bench.hurry(desk);
    await bench.settled(desk, 3);
    expect(bench.got.map(eventOf)).toEqual([
      'call_started',
      'call_started',
      'call_started',
      'call_ended',
      'call_analyzed',
    ]);
    expect(
      new Set(bench.got.slice(0, 3).map((it) => `${idOf(it)} ${String(it.headers['x-service-delivery-id'])}`))
        .size,
    ).toBe(1);
  });

  // webhooks 7.2
  it('end after as many retries as are configured', async () => {
    const { desk } = await bench.aWebhook({ event_types: ['call_ended'], retry_attempts: 1 });
    bench.answer = (response) => response.writeHead(503).end();
    await bench.call(desk);
    await bench.settled(desk, 1, ['retrying']);
    await bench.hurry(desk);
    const [row] = await bench.settled(desk, 1, ['failed']);
    expect(row).toMatchObject({
      attempt_count: 2,
      max_attempts: 2,
      failure_code: 'http_status',
      response_status_code: 503,
    });
    expect(bench.got).toHaveLength(2);
  });

  // webhooks 7.8, 2.5, 3.4
  it('end for a receiver that answers 410, until it is switched on again', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended', 'call_analyzed'] });
    bench.answer = (response) => response.writeHead(410).end();
    await bench.call(desk);
    await bench.settled(desk, 2, ['failed', 'cancelled']);
    const gone = await desk.item(webhook.webhook_id);
    expect(gone).toMatchObject({ status: 'disabled', disabled_reason: 'gone', consecutive_failures: 1 });
    await bench.call(desk);
    const rows = await bench.settled(desk, 4, ['failed', 'cancelled']);
    expect(rows.slice(1).map((row) => row.failure_code)).toEqual(Array(3).fill('endpoint_disabled'));
    expect(bench.got).toHaveLength(1);
    bench.answer = (response) => response.writeHead(200).end();
    await desk
      .change(webhook.webhook_id, { status: 'active', revision_hash: gone.revision_hash })
      .expect(200);
    await eventually(async () => {
      await bench.call(desk);
      expect((await bench.history(desk)).some(({ status }) => status === 'succeeded')).toBe(true);
    });
    expect(await desk.item(webhook.webhook_id)).toMatchObject({ status: 'active', disabled_reason: null });
  });

  // webhooks 7.8, 2.5
  it('mark a receiver as degraded that keeps failing, and a day later as failing; one success clears it', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'], retry_attempts: 0 });
    bench.answer = (response) => response.writeHead(500).end();
    const fail = async (times: number, so_far: number): Promise<void> => {
      for (let count = 1; count <= times; count += 1) await bench.call(desk);
      await bench.settled(desk, so_far + times, ['failed']);
    };
    await fail(4, 0);
    expect(await desk.item(webhook.webhook_id)).toMatchObject({ status: 'active', consecutive_failures: 4 });
    await fail(1, 4);
    expect(await desk.item(webhook.webhook_id)).toMatchObject({
      status: 'degraded',
      consecutive_failures: 5,
    });
    await fail(15, 5);
    expect(await desk.item(webhook.webhook_id)).toMatchObject({
      status: 'degraded',
      consecutive_failures: 20,
    });
    await bench.inStore(
      `UPDATE webhook_health SET failing_since = now() - interval '25 hours' WHERE webhook_id = $1`,
      [webhook.webhook_id],
    );
    await fail(1, 20);
    expect(await desk.item(webhook.webhook_id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failing',
    });
    await eventually(async () =>
      expect((await desk.audits()).map(({ action }) => action)).toEqual([
        'webhook.created',
        'webhook.degraded',
        'webhook.disabled',
      ]),
    );
  });

  // webhooks 2.11, 7.8; nothing else wakes the tenant: each wake that does not look leaves a work
  // item for one that does
  it('end with their webhook', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
    bench.answer = (response) => response.writeHead(500).end();
    await bench.call(desk);
    await bench.settled(desk, 1, ['retrying']);
    await desk.remove(webhook.webhook_id, { 'If-Match': webhook.revision_hash }).expect(200);
    await eventually(async () => {
      await bench.hurry(desk);
      expect((await bench.history(desk))[0]).toMatchObject({
        status: 'cancelled',
        failure_code: 'endpoint_disabled',
      });
    });
  });
});
