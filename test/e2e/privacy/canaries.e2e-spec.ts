import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { bearer } from '../access/callers.js';
import { CANARIES, dumpOf, tracesIn } from './canaries.js';
import { FAILURE_NAMES, FailingController, FailingLateController } from './failing-routes.js';

const said = (response: Response): string => `${JSON.stringify(response.headers)}\n${response.text}`;

const CALL = {
  caller_number: CANARIES.phone,
  caller_name: CANARIES.name,
  summary: `${CANARIES.summary}, ${CANARIES.email}`,
  transcript: [{ role: 'caller', text: `${CANARIES.transcript}, says ${CANARIES.name}`, offset_ms: 0 }],
  redacted_transcript: {
    status: 'verified',
    lines: [{ role: 'caller', text: CANARIES.transcript, offset_ms: 0 }],
  },
  transfer: {
    last_outcome: 'completed',
    attempts: [
      {
        kind: 'transfer',
        target_name: CANARIES.target,
        outcome: 'completed',
        at_utc: '2026-10-10T01:01:00.000Z',
      },
    ],
  },
};

// Fails if the error filter logs a cause's message, if a validation message repeats the value, if a
// column of `calls` contains the raw number, or if an audit row copies what a caller typed.
describe('personal data and secrets', () => {
  const test = useTestApp({ controllers: [FailingController, FailingLateController] });
  let tenant: TestTenant;
  let projectId: string;
  let user: TestUser;
  let token: string;
  let writer: string;
  let reader: string;
  let secrets: string[];

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projectId = await test.world.aProject(tenant);
    user = await test.world.aUser(tenant, { role: 'client_admin' });
    token = user.token();
    writer = await test.world.aKey(tenant, 'runtime-ingest');
    reader = await test.world.aKey(tenant, 'partner_admin');
    // The prefix and the last four characters of a key are stored on purpose; the rest is secret.
    secrets = [writer, reader]
      .map((key) => key.split('_')[3]!.slice(0, -6))
      .concat(token.split('.').slice(1));
  });

  const traces = (text: string): string[] => tracesIn(text, secrets);
  const range = { start_date: '2026-10-01', end_date: '2026-10-31' };

  it('would be found where they are: the search can fail', () => {
    expect(traces(`a ${CANARIES.phone} b`)).not.toEqual([]);
    expect(traces(Buffer.from(CANARIES.transcript).toString('hex'))).not.toEqual([]);
    expect(traces(Buffer.from(CANARIES.summary).toString('base64'))).not.toEqual([]);
    expect(traces('nothing of the kind')).toEqual([]);
    expect(traces(JSON.stringify({ authorization: token }))).not.toEqual([]);
  });

  // calls-ingest 4.4
  it('go in through ingest and do not come back in its answer', async () => {
    const calls = Array.from({ length: 8 }, (_, index) =>
      aCall(projectId, {
        ...CALL,
        call_id: `call-${index}`,
        caller_number: index % 2 ? CANARIES.secondPhone : CANARIES.phone,
      }),
    );
    const response = await test.request().post('/internal/v1/calls').set('X-API-Key', writer).send(calls);
    expect(response.body).toMatchObject({ accepted: 8, rejected: 0 });
    expect(traces(said(response))).toEqual([]);
  });

  // calls-ingest 1.5, 4.4
  it('do not come back when ingest rejects them', async () => {
    const wrong = [
      aCall(projectId, { ...CALL, caller_number: `tel:${CANARIES.phone}` }),
      aCall(projectId, { ...CALL, call_id: CANARIES.email }),
      aCall(projectId, { ...CALL, direction: CANARIES.name }),
      aCall(projectId, { ...CALL, transcript: CANARIES.transcript }),
      aCall(projectId, { ...CALL, started_at_utc: CANARIES.phone }),
      aCall(projectId, { ...CALL, currency: CANARIES.name }),
      aCall(`${CANARIES.name}`, CALL),
      CANARIES.transcript,
      [CANARIES.phone],
    ];
    const response = await test.request().post('/internal/v1/calls').set('X-API-Key', writer).send(wrong);
    expect(response.body).toMatchObject({ rejected: wrong.length });
    expect(traces(said(response))).toEqual([]);
    const lines = `{"caller_number":"${CANARIES.phone}", ${CANARIES.transcript}\n"${CANARIES.name}"`;
    const ndjson = await test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', writer)
      .set('Content-Type', 'application/x-ndjson')
      .send(lines);
    expect([ndjson.status, traces(said(ndjson))]).toEqual([200, []]);
  });

  // calls 8.6, 12.6
  it.each(['/v1/calls/summary', '/v1/calls/outcomes', '/v1/calls/dashboard/privacy-aggregates'])(
    'do not come out of GET %s',
    async (path) => {
      for (const headers of [{ 'X-API-Key': reader }, bearer(token)]) {
        const response = await test
          .request()
          .get(path)
          .set(headers)
          .query({ ...range, project_id: projectId });
        expect([response.status, traces(said(response))]).toEqual([200, []]);
      }
    },
  );

  // privacy 9.1
  it('are not repeated by errors about what was sent', async () => {
    const get = (query: object, headers: Record<string, string> = bearer(token)) =>
      test
        .request()
        .get('/v1/calls/dashboard/privacy-aggregates')
        .set(headers)
        .query({ ...range, project_id: projectId, ...query });
    const answers = [
      await get({ start_date: CANARIES.phone }),
      await get({ timezone: CANARIES.name }),
      await get({ recent_limit: CANARIES.phone }),
      await get({ solution_id: `${CANARIES.transcript}\n` }),
      await get({ project_id: CANARIES.phone }),
      await get({ project_id: CANARIES.phone.slice(1) }),
      await get({ project_id: CANARIES.email }),
      await get({ client_id: CANARIES.name }),
      await get({}, bearer(`${token}x`)),
      await get({}, { 'X-API-Key': `${writer}x` }),
      await get({}, { 'X-API-Key': CANARIES.phone }),
      await get({}, { Authorization: `Basic ${Buffer.from(CANARIES.email).toString('base64')}` }),
      await test
        .request()
        .get(`/v1/nowhere/${CANARIES.phone}/${encodeURIComponent(CANARIES.name)}`)
        .set(bearer(token)),
      await test.request().get(`/v1/test/failing/%zz${CANARIES.phone}/x`),
      await test
        .request()
        .post('/internal/v1/calls')
        .set('X-API-Key', writer)
        .set('Content-Type', 'application/json')
        .send(`{"caller_number": "${CANARIES.phone}" ${CANARIES.name}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      422, 422, 422, 422, 404, 404, 404, 404, 401, 401, 401, 401, 404, 404, 400,
    ]);
    expect(answers.flatMap((answer) => traces(said(answer)))).toEqual([]);
  });

  // privacy 9.2
  it.each(FAILURE_NAMES)('do not come out when the service fails with %s', async (kind) => {
    const response = await test.request().get(`/v1/test/failing/${encodeURIComponent(kind)}/${secrets[0]}`);
    expect([400, 409, 500, 503]).toContain(response.status);
    expect(response.text).not.toMatch(/ at |node_modules|\.ts:|SELECT|INSERT/);
    expect(traces(said(response))).toEqual([]);
  });

  it('do not come out when the service fails in the middle of an answer', async () => {
    await expect(test.request().get('/v1/test/failing-late')).rejects.toThrow();
  });

  // privacy 9.1; operations 3.2
  it('are in no log line of all this', () => {
    const lines = test.logs();
    expect(lines).toContain('"code":"internal_error"');
    expect(lines).toContain('failing-routes');
    expect(traces(lines)).toEqual([]);
  });

  // privacy 8.3
  it('are in no audit row of all this', async () => {
    const rows = await test.world.sql<{ outcome: string; metadata: object }>(
      'SELECT outcome, actor_id, metadata FROM audit_events',
    );
    expect(new Set(rows.map((row) => row.outcome))).toEqual(new Set(['success', 'denied']));
    expect(traces(JSON.stringify(rows))).toEqual([]);
  });

  // calls-ingest 4.1, 4.4; privacy 6.6
  it('are nowhere in the databases, in clear or merely encoded', async () => {
    const { superuser } = test.databases;
    const dumps = await Promise.all([superuser.metadataUrl, ...superuser.storeUrls.values()].map(dumpOf));
    expect(dumps.join('\n')).toContain('call-7');
    // Phone numbers are found by keyed hash and shown masked: the dump contains both forms.
    expect(dumps.join('\n')).toMatch(/\*/);
    expect(dumps.flatMap(traces)).toEqual([]);
  });
});
