import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { useSharedApp } from '../../support/shared-app.js';

type Body = Record<string, unknown>;

const test = useSharedApp();
let tenant: TestTenant;
let project: string;
let key: string;

beforeAll(async () => {
  tenant = await test.world.aTenant();
  project = await test.world.aProject(tenant);
  key = await test.world.aKey(tenant, 'runtime-ingest');
});

const post = (body: string | object, type = 'application/json', apiKey = key) =>
  test
    .request()
    .post('/internal/v1/calls')
    .set('X-API-Key', apiKey)
    .set('Content-Type', type)
    .send(typeof body === 'string' ? body : JSON.stringify(body));

const ingest = async (records: unknown[]): Promise<Body> => {
  const response = await post(records);
  expect(response.status).toBe(200);
  return response.body as Body;
};

const counts = ({ accepted, updated, unchanged, rejected }: Body): unknown[] => [
  accepted,
  updated,
  unchanged,
  rejected,
];

const stored = <R extends object>(text: string, values: unknown[]): Promise<R[]> =>
  inStore<R>(test, text, values);

const revisionOf = async (callId: unknown): Promise<number | undefined> => {
  const rows = await stored<{ revision: number }>('SELECT revision FROM calls WHERE call_id = $1', [callId]);
  return rows[0]?.revision;
};

describe('a batch', () => {
  // calls-ingest 1.4, 1.5, 1.6
  it('counts every record once and says what is wrong with the bad ones', async () => {
    const known = aCall(project);
    await ingest([known]);
    const body = await ingest([
      aCall(project),
      { ...known, revision: 2 },
      known,
      'not a record',
      aCall(project, { call_id: 'bad-direction', direction: 'sideways' }),
      aCall('someone-elses', { call_id: 'bad-project' }),
      aCall(project),
    ]);
    expect(counts(body)).toEqual([2, 1, 1, 3]);
    expect(body['errors']).toMatchObject([
      { index: 3, call_id: null, code: 'invalid_type', field: 'record' },
      { index: 4, call_id: 'bad-direction', code: 'invalid_value', field: 'direction' },
      { index: 5, call_id: 'bad-project', code: 'unknown_project', field: 'project_id' },
    ]);
  });

  // calls-ingest 3.3
  it('changes nothing when it is repeated', async () => {
    const records = Array.from({ length: 20 }, () => aCall(project, { summary: 'Asked for a time.' }));
    expect(counts(await ingest(records))).toEqual([20, 0, 0, 0]);
    const state = (): Promise<unknown[]> =>
      stored(
        `SELECT c, n, (SELECT array_agg(e ORDER BY e.event_type) FROM call_events e WHERE e.call_id = c.call_id)
           FROM calls c JOIN call_contents n USING (client_id, data_env, call_id) WHERE c.call_id = ANY($1)
          ORDER BY c.call_id`,
        [records.map((it) => it['call_id'])],
      );
    const before = await state();
    expect(before).toHaveLength(20);
    expect(counts(await ingest(records))).toEqual([0, 0, 20, 0]);
    expect(await state()).toEqual(before);
  });

  // calls-ingest 3.1
  it('never lets an older or equal revision overwrite', async () => {
    const call = aCall(project, { revision: 5, agent_name: 'Ada' });
    await ingest([call]);
    expect(counts(await ingest([{ ...call, agent_name: 'Bob' }]))).toEqual([0, 0, 1, 0]);
    expect(counts(await ingest([{ ...call, revision: 4, agent_name: 'Bob' }]))).toEqual([0, 0, 1, 0]);
    const rows = await stored('SELECT revision, agent_name FROM calls WHERE call_id = $1', [call['call_id']]);
    expect(rows).toEqual([{ revision: 5, agent_name: 'Ada' }]);
  });

  // calls-ingest 3.2
  it('settles several versions of one call as if each had come alone', async () => {
    const call = aCall(project);
    const versions = [2, 1, 2, 4, 3].map((revision) => ({ ...call, revision }));
    expect(counts(await ingest(versions))).toEqual([1, 1, 3, 0]);
    expect(await revisionOf(call['call_id'])).toBe(4);
  });

  // calls-ingest 3.1
  it('replaces the whole of a call by its newer revision', async () => {
    const call = aCall(project, {
      caller_number: '+61400000123',
      caller_name: 'Jo',
      summary: 'x',
      cost_usd: 1.5,
    });
    await ingest([call]);
    await ingest([aCall(project, { call_id: call['call_id'], revision: 2, summary: 'y' })]);
    const [row] = await stored<Body>(
      `SELECT * FROM calls JOIN call_contents USING (client_id, data_env, call_id) WHERE call_id = $1`,
      [call['call_id']],
    );
    const gone = ['caller_masked', 'caller_hash', 'caller_hash_key_id', 'cost_usd'];
    for (const name of [...gone, 'caller_number_encrypted', 'caller_name_encrypted'])
      expect(row).toHaveProperty(name, null);
    expect(row?.['summary_encrypted']).toBeInstanceOf(Buffer);
  });

  // calls-ingest 2.1
  it('stores every field', async () => {
    const at = '2026-10-10T01:00:10.123Z';
    const call = aCall(project, {
      ...{ solution_id: 's', campaign_id: 'ca', contact_id: 'co', direction: 'outbound', channel: 'sip' },
      ...{ status_detail: 'no "answer", \\ {x} NULL', answered_at_utc: at, duration_seconds: 109.877 },
      ...{
        agent_name: 'Zoë',
        resolution_status: 'resolved',
        end_reason: 'caller_hangup',
        sentiment: 'positive',
      },
      ...{
        caller_sentiment: 'negative',
        human_escalation: true,
        booking: { created: true },
        cost_usd: 0.1234,
      },
      ...{
        cost_local: 12,
        currency: 'AUD',
        ai_response_seconds: 0.8421,
        provider_label: '',
        recording_available: true,
      },
      transfer: {
        attempts: [{ kind: 'transfer', target_name: 'Front desk', outcome: 'completed', at_utc: at }],
      },
      redacted_transcript: { status: 'verified', lines: [{ role: 'agent', text: 'Hello', offset_ms: 0 }] },
      consent: { status: 'obtained', method: 'express', obtained_at_utc: at, expires_at_utc: null },
    });
    // A neighbour without any of them, so that arrays contain nulls between values.
    await ingest([aCall(project), call, aCall(project)]);
    const [row] = await stored<Body>('SELECT * FROM calls WHERE call_id = $1', [call['call_id']]);
    const instant = new Date(at);
    expect(row).toMatchObject({
      ...{ client_id: tenant.clientId, data_env: 'prod', project_id: project, revision: 1, solution_id: 's' },
      ...{
        campaign_id: 'ca',
        contact_id: 'co',
        direction: 'outbound',
        channel: 'sip',
        call_status: 'completed',
      },
      ...{ status_detail: 'no "answer", \\ {x} NULL', answered_at_utc: instant, duration_seconds: '109.877' },
      ...{ started_at_utc: new Date('2026-10-10T01:00:00Z'), ended_at_utc: new Date('2026-10-10T01:02:00Z') },
      ...{ caller_masked: null, caller_hash: null, agent_name: 'Zoë', resolution_status: 'resolved' },
      ...{
        end_reason: 'caller_hangup',
        sentiment: 'positive',
        caller_sentiment: 'negative',
        human_escalation: true,
      },
      ...{ transfer_last_outcome: 'completed', transfer_named_target: true, transfer_completed: true },
      ...{ booking_created: true, cost_usd: '0.1234', cost_local: '12.0000', currency: 'AUD' },
      ...{ ai_response_seconds: '0.8421', provider_label: '', redaction_status: 'verified' },
      ...{ transcript_available: true, recording_available: true, consent_status: 'obtained' },
      ...{ consent_method: 'express', consent_obtained_at_utc: instant, consent_expires_at_utc: null },
    });
  });

  // calls-ingest 5.1, 5.2
  it('appends each event once, as soon as a version of the call asserts it', async () => {
    const call = aCall(project, { call_status: 'in_progress', ended_at_utc: null });
    const events = (): Promise<Body[]> =>
      stored(
        `SELECT event_type, revision FROM call_events WHERE call_id = $1 ORDER BY revision, event_type`,
        [call['call_id']],
      );
    await ingest([call]);
    expect(await events()).toEqual([{ event_type: 'call_started', revision: 1 }]);
    await ingest([{ ...call, revision: 2, call_status: 'completed', summary: 'Done.' }]);
    expect(await events()).toEqual([
      { event_type: 'call_started', revision: 1 },
      { event_type: 'call_analyzed', revision: 2 },
      { event_type: 'call_ended', revision: 2 },
    ]);
  });

  // calls-ingest 1.2, 1.6
  it('may be NDJSON, whose blank lines do not count and whose broken lines stop nothing', async () => {
    const lines = [
      JSON.stringify(aCall(project)),
      '',
      '{"call_id": ',
      '  ',
      `${JSON.stringify(aCall(project))}\r`,
    ];
    const response = await post(`${lines.join('\n')}\n`, 'application/x-ndjson');
    expect(response.status).toBe(200);
    expect(counts(response.body as Body)).toEqual([2, 0, 0, 1]);
    expect((response.body as Body)['errors']).toMatchObject([
      { index: 1, call_id: null, code: 'invalid_json' },
    ]);
  });

  // calls-ingest 1.3, 1.6
  it('takes calls of archived projects, and of no other tenant or environment', async () => {
    const archived = await test.world.aProject(tenant, { lifecycleState: 'archived' });
    const foreign = await test.world.aProject(await test.world.aTenant());
    const staging = await test.world.aProject(
      await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' }),
    );
    const calls = [aCall(archived), aCall(foreign), aCall(staging)];
    const body = await ingest(calls);
    expect(counts(body)).toEqual([1, 0, 0, 2]);
    const rows = await stored('SELECT call_id FROM calls WHERE call_id = ANY($1)', [
      calls.map((it) => it['call_id']),
    ]);
    expect(rows).toEqual([{ call_id: calls[0]!['call_id'] }]);
  });

  // calls-ingest 3.1
  it('does not touch a call of the same id that another tenant has', async () => {
    const other = await test.world.aTenant();
    const otherKey = await test.world.aKey(other, 'runtime-ingest');
    const call = aCall(project, { agent_name: 'Ada' });
    await ingest([call]);
    const theirs = { ...call, revision: 9, project_id: await test.world.aProject(other), agent_name: 'Eve' };
    expect(counts((await post([theirs], undefined, otherKey)).body as Body)).toEqual([1, 0, 0, 0]);
    const rows = await stored(
      'SELECT client_id, agent_name FROM calls WHERE call_id = $1 ORDER BY agent_name',
      [call['call_id']],
    );
    expect(rows).toEqual([
      { client_id: tenant.clientId, agent_name: 'Ada' },
      { client_id: other.clientId, agent_name: 'Eve' },
    ]);
  });
});

describe('a request that is no batch', () => {
  // calls-ingest 1.2
  it.each<[string, string | object, string]>([
    ['an object', { call_id: 'x' }, 'application/json'],
    ['an empty list', [], 'application/json'],
    ['1001 records', Array.from({ length: 1001 }, () => 0), 'application/json'],
    ['1001 lines', '0\n'.repeat(1001), 'application/x-ndjson'],
    ['blank lines alone', ' \n\n', 'application/x-ndjson'],
    ['nothing', '', 'application/json'],
  ])('%s is 422', async (_, body, type) => {
    const response = await post(body, type);
    expect(response.status).toBe(422);
    expect(response.body).toEqual({
      error: 'Validation error',
      details: [
        {
          loc: ['body'],
          msg: 'must be a JSON array or NDJSON lines of 1 to 1000 call records',
          type: 'batch_size',
        },
      ],
      status_code: 422,
    });
  });

  // calls-ingest 1.2, 1.7
  it('malformed JSON is 400, another type 415, and more than 10 MB 413', async () => {
    expect((await post('[{]')).status).toBe(400);
    expect((await post('a,b', 'text/csv')).status).toBe(415);
    const large = `[${'"'.padEnd(11 * 1024 * 1024, 'x')}"]`;
    expect((await post(large)).status).toBe(413);
  });
});

describe('the door', () => {
  // calls-ingest 1.1
  it('is open for runtime-ingest keys alone', async () => {
    const body = [aCall(project)];
    for (const scope of ['full-access', 'partner_admin', 'support-ingest', 'read-only'] as const) {
      expect((await post(body, undefined, await test.world.aKey(tenant, scope))).status).toBe(404);
    }
    const person = await test.world.aUser(tenant, { role: 'client_admin' });
    const path = '/internal/v1/calls';
    const bearer = await test
      .request()
      .post(path)
      .set('Authorization', `Bearer ${person.token()}`)
      .send(body);
    expect(bearer.status).toBe(404);
    expect((await test.request().post(path).send(body)).status).toBe(401);
    expect(await revisionOf(body[0]!['call_id'])).toBeUndefined();
  });

  // calls-ingest 1.1
  it('is not in the published document', async () => {
    const response = await test.request().get('/openapi.json');
    expect(response.status).toBe(200);
    expect(Object.keys((response.body as { paths: object }).paths)).not.toContain('/internal/v1/calls');
  });
});
