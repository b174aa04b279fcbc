import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { bearer } from '../access/callers.js';
import { CANARIES, dumpOf, tracesIn } from '../privacy/canaries.js';
import { useDeliveryBench } from './delivery-bench.js';
import { PATH } from './webhook-fixture.js';
import type { Webhook, WebhookFixture } from './webhook-fixture.js';

const CALL = {
  caller_number: CANARIES.phone,
  caller_name: CANARIES.name,
  summary: `${CANARIES.summary}, ${CANARIES.email}`,
  transcript: [{ role: 'caller', text: `${CANARIES.transcript}, says ${CANARIES.name}`, offset_ms: 0 }],
  redacted_transcript: {
    status: 'verified',
    lines: [{ role: 'caller', text: 'My [animal] ate the invoice.', offset_ms: 0 }],
  },
  transfer: {
    last_outcome: 'completed',
    attempts: [
      {
        kind: 'transfer',
        target_name: `Reception ${CANARIES.secondPhone}`,
        outcome: 'completed',
        at_utc: '2026-10-10T01:01:00.000Z',
      },
    ],
  },
};

// Rules: webhooks 4.1, 4.6, 6.2, 6.3, 7.4, 8.3; privacy 6.6, 9.1. Fails if a body reveals who
// called, if a statement stores a receiver's response, if a secret is stored for replays, or if an
// error is logged with its subject.
describe('personal data and secrets around webhooks', () => {
  let desk: WebhookFixture;
  let user: TestUser;
  let none: Webhook;
  let redacted: Webhook;
  let secrets: string[];
  /** Every response of a route, except for the one field that shows a secret once. */
  const answers: string[] = [];

  const traces = (text: string): string[] => tracesIn(text, secrets);
  /** Records an answer, and returns it. */
  const noted = (response: Response): Response => {
    const { secret, ...rest } = (response.body ?? {}) as { secret?: string | null };
    if (typeof secret === 'string') secrets.push(secret, secret.slice('whsec_'.length));
    answers.push(`${JSON.stringify(response.headers)}\n${JSON.stringify(rest)}`);
    return response;
  };
  const bodiesOf = ({ webhook_id: id }: Webhook): string[] =>
    bench.got.filter(({ headers }) => headers['x-service-endpoint-id'] === id).map(({ body }) => body);

  const bench = useDeliveryBench();
  beforeAll(async () => {
    const made = await bench.aWebhook({ endpoint_url: bench.url('/none'), transcript_to_send: 'none' });
    ({ desk, webhook: none } = made);
    user = await bench.test.world.aUser(desk.tenant, { role: 'partner_admin' });
    const key = desk.headers['X-API-Key']!;
    secrets = [none.secret, none.secret.slice(6), key.split('_')[3]!.slice(0, -6)];
    secrets.push(...user.token().split('.').slice(1));
    // The most that a tenant can permit, so that only the webhook's own mode withholds anything
    // below.
    await bench.test.world.permitPii(desk.tenant, 'partner_admin', 'raw_caller', 'summary', 'transcript');
    redacted = await bench.webhookOf(desk, {
      endpoint_url: bench.url('/redacted'),
      transcript_to_send: 'redacted',
    });
    secrets.push(redacted.secret, redacted.secret.slice(6));
    await bench.startWorker();
  });

  it('would be found where they are: the search can fail', () => {
    expect(traces(none.secret)).not.toEqual([]);
    expect(traces(Buffer.from(redacted.secret).toString('hex'))).not.toEqual([]);
    expect(traces(`a ${CANARIES.phone} b`)).not.toEqual([]);
  });

  it('are in no delivery of mode none, nor of mode redacted beyond the redacted lines', async () => {
    bench.answer = (response) => response.writeHead(204).end();
    await bench.call(desk, CALL);
    await bench.settled(desk, 8);
    expect(bodiesOf(none)).toHaveLength(4);
    expect(bodiesOf(redacted)).toHaveLength(4);
    for (const body of bodiesOf(none)) expect(JSON.parse(body)).toMatchObject({ data: { transcript: null } });
    expect(bodiesOf(redacted).filter((body) => body.includes('My [animal] ate'))).toHaveLength(2);
    for (const { path, headers, body } of bench.got)
      expect(traces(`${path}\n${JSON.stringify(headers)}\n${body}`)).toEqual([]);
  });

  it('are not kept of what receivers answer', async () => {
    const before = (await bench.history(desk)).length;
    bench.answer = (response, { path }) =>
      response
        .writeHead(path === '/none' ? 302 : 500, {
          Location: `https://hooks.example.com/${CANARIES.phone}?${none.secret}`,
          'Retry-After': CANARIES.email,
          'X-Name': CANARIES.name,
        })
        .end(`${CANARIES.transcript} ${redacted.secret}`);
    await bench.call(desk, CALL);
    await eventually(async () => {
      const rows = (await bench.history(desk)).slice(before);
      expect(rows.filter(({ status }) => status === 'blocked')).toHaveLength(4);
      expect(rows.filter(({ status }) => status === 'retrying')).toHaveLength(1);
    });
    expect(traces(JSON.stringify(await bench.history(desk)))).toEqual([]);
  });

  it('are in no answer of any route, but for a secret in the one that made it', async () => {
    for (const headers of [desk.headers, bearer(user.token())]) {
      const about = { client_id: desk.tenant.clientId, project_id: desk.projectId };
      const ask = (path: string, query: object = {}) =>
        bench.test
          .request()
          .get(`${PATH}${path}`)
          .set(headers)
          .query({ ...about, ...query });
      noted(await ask('').expect(200));
      noted(await ask('/deliveries').expect(200));
      noted(await bench.test.request().get(`${PATH}/event-types`).set(headers).expect(200));
      noted(await ask('/deliveries', { cursor: CANARIES.phone }).expect(400));
      noted(await ask('/deliveries', { webhook_id: CANARIES.name }).expect(422));
      noted(await ask('/deliveries', { status: CANARIES.email }).expect(400));
      noted(await ask('', { project_id: CANARIES.phone.slice(1) }).expect(404));
    }
    // More of each than a minute permits.
    await bench.test.world.sql('DELETE FROM throttle_hits');
    const key = randomUUID();
    const asked = { endpoint_url: bench.url('/third'), revision_hash: await desk.revision() };
    let third = noted(await desk.create(asked, key).expect(200)).body as Webhook;
    noted(await desk.create(asked, key).expect(200));
    noted(await desk.create({ ...asked, event_types: [CANARIES.name] }).expect(422));
    noted(await desk.create({ ...asked, endpoint_url: `https://${CANARIES.email}/` }).expect(422));
    noted(await desk.create({ ...asked, [CANARIES.name]: CANARIES.phone }).expect(422));
    const id = third.webhook_id;
    const guard = (): { revision_hash: string } => ({ revision_hash: third.revision_hash });
    third = noted(await desk.change(id, { timeout_seconds: 3, ...guard() }).expect(200)).body as Webhook;
    third = noted(
      await desk
        .post(id, 'rotate-secret', third.revision_hash, { previous_secret_valid_seconds: 600 })
        .expect(200),
    ).body as Webhook;
    noted(await desk.post(id, 'test', third.revision_hash).expect(200));
    noted(await desk.post(id, 'test', third.revision_hash, { event_type: CANARIES.transcript }).expect(422));
    third = noted(await desk.post(id, 'end-previous-secret', third.revision_hash).expect(200))
      .body as Webhook;
    const since = new Date(Date.now() - 3_600_000).toISOString();
    noted(await desk.post(id, 'recover', undefined, { since, preview: true }).expect(200));
    noted(await desk.post(id, 'recover', undefined, { since: CANARIES.phone }).expect(422));
    const ended = (await bench.history(desk)).find(({ status }) => status === 'succeeded')!;
    for (const path of [ended.delivery_id, encodeURIComponent(CANARIES.name)])
      noted(await bench.test.request().post(`${PATH}/deliveries/${path}/redeliver`).set(desk.headers));
    noted(await desk.change(CANARIES.phone, guard()).expect(404));
    noted(await desk.remove(id, { 'If-Match': third.revision_hash }).expect(200));
    expect(answers).toHaveLength(30);
    expect(answers.filter((answer) => traces(answer).length > 0)).toEqual([]);
  });

  it('are in no log line of the service or its worker, and nowhere in the databases in clear', async () => {
    const logs = [bench.test.logs(), bench.logs()];
    expect(logs[0]).toContain('"route":"/v1/partner/webhooks');
    expect(logs.flatMap(traces)).toEqual([]);
    const { superuser } = bench.test.databases;
    const dumps = await Promise.all([superuser.metadataUrl, ...superuser.storeUrls.values()].map(dumpOf));
    const dump = dumps.join('\n');
    for (const known of [none.webhook_id, 'redirect_blocked', 'webhook.secret_rotated'])
      expect(dump).toContain(known);
    expect(traces(dump)).toEqual([]);
  });
});
