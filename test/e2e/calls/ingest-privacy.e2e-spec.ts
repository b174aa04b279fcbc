import { beforeAll, describe, expect, it } from 'vitest';
import { openField } from '../../../src/core/privacy/keys/field-cipher.js';
import { keyedHash } from '../../../src/core/privacy/keys/keyed-hash.js';
import { TenantKeys } from '../../../src/core/privacy/keys/tenant-keys.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { useSharedApp } from '../../support/shared-app.js';

const NUMBER = '+61491570156';
const LINES = [{ role: 'caller', text: 'my verse is plain', offset_ms: 40 }];
const REDACTED = [{ role: 'caller', text: 'a masked verse', offset_ms: 40 }];
const TRANSFER = {
  last_outcome: 'failed',
  attempts: [
    {
      kind: 'transfer',
      target_name: 'Marlowe Oxbridge',
      outcome: 'failed',
      at_utc: '2026-10-10T01:01:00.000Z',
    },
  ],
};

const personal = {
  caller_number: NUMBER,
  caller_name: 'Quillon Vantreight',
  summary: 'tangerine appointment',
  transcript: LINES,
  redacted_transcript: { status: 'verified', lines: REDACTED },
  transfer: TRANSFER,
};

const test = useSharedApp();
let tenant: TestTenant;
let project: string;
let key: string;

beforeAll(async () => {
  tenant = await test.world.aTenant();
  project = await test.world.aProject(tenant);
  key = await test.world.aKey(tenant, 'runtime-ingest');
});

const post = (records: unknown[], apiKey = key) =>
  test.request().post('/internal/v1/calls').set('X-API-Key', apiKey).send(records);

async function contentsOf(callId: unknown): Promise<Record<string, Buffer | string | null>> {
  return withClient(test.databases.superuser.storeUrls.get('store-a')!, async (client) => {
    const { rows } = await client.query<Record<string, Buffer | string | null>>(
      `SELECT * FROM calls JOIN call_contents USING (client_id, data_env, call_id) WHERE call_id = $1`,
      [callId],
    );
    return rows[0]!;
  });
}

const masked = <T extends object>(words: T): T =>
  Object.fromEntries(Object.keys(words).map((name) => [name, '[masked]'])) as T;

describe('personal data on its way in', () => {
  // calls-ingest 4.1; privacy 6.1
  it("opens again in its own place with the tenant's key", async () => {
    const call = aCall(project, personal);
    await post([call]);
    const row = await contentsOf(call['call_id']);
    const encryption = await test.app.get(TenantKeys).current(tenant, 'encryption');
    const open = (column: string): string => {
      const address = { ...tenant, table: 'call_contents', column, row: String(call['call_id']) };
      return openField(encryption, address, row[column] as Buffer);
    };
    expect(open('caller_number_encrypted')).toBe(NUMBER);
    expect(open('caller_name_encrypted')).toBe('Quillon Vantreight');
    expect(open('summary_encrypted')).toBe('tangerine appointment');
    expect(JSON.parse(open('transcript_encrypted'))).toEqual(LINES);
    expect(JSON.parse(open('redacted_transcript_encrypted'))).toEqual(REDACTED);
    expect(JSON.parse(open('transfer_encrypted'))).toEqual(TRANSFER);
  });

  // calls-ingest 4.2
  it('is masked in free words, which are stored in the open, and known words stay', async () => {
    const user = await test.world.aUser(tenant, { role: 'client_admin' });
    const personalWords = {
      status_detail: `rang ${NUMBER}`,
      agent_name: 'Ava, 0491 570 156',
      resolution_status: 'call back on 0491570156',
      end_reason: 'sip:quillon.vantreight@example.com',
      provider_label: 'desk of quillon.vantreight@example.com',
    };
    const known = {
      status_detail: 'no_answer',
      agent_name: 'Ava',
      resolution_status: 'abandoned',
      end_reason: 'caller_hangup',
      provider_label: 'realtime-2026-10-01',
    };
    const times = { started_at_utc: '2026-10-10T01:00:00.000Z', ended_at_utc: null };
    const calls = [personalWords, known].map((words) => aCall(project, { ...times, ...words }));
    expect((await post(calls)).body).toMatchObject({ accepted: 2, rejected: 0 });
    const get = async (path: string, query: object = {}) =>
      (await test.request().get(path).set('Authorization', `Bearer ${user.token()}`).query(query)).body as {
        items: Record<string, unknown>[];
      } & Record<string, unknown>;
    const { items } = await get('/v1/calls/list', {
      start_date: '2026-10-10',
      end_date: '2026-10-10',
      timezone: 'UTC',
    });

    for (const [index, words] of [personalWords, known].entries()) {
      const id = String(calls[index]!['call_id']);
      const stored = index === 0 ? masked(words) : words;
      expect(await contentsOf(id)).toMatchObject(stored);
      const { status_detail, agent_name, provider_label } = stored;
      expect(items.find((row) => row['call_id'] === id)).toMatchObject({ status_detail, agent_name });
      const detail = await get(`/v1/calls/${id}`);
      expect(detail).toMatchObject({ status_detail, agent_name, performance: { provider_label } });
      // A client's own word classifies nothing, masked or not.
      expect(detail).toMatchObject({
        primary_outcome: { id: index === 0 ? 'unclassified' : 'abandoned' },
        disconnection_reason: index === 0 ? 'unknown' : 'caller_hangup',
      });
      expect(JSON.stringify([detail, items])).not.toMatch(/vantreight|570.?156/);
    }
  });

  // calls-ingest 4.3
  it('is refused as an identifier, call by call, and what is stored has none of it', async () => {
    const good = aCall(project, {
      contact_id: 'contact-17',
      campaign_id: 'recall-2026',
      solution_id: '134567',
    });
    const bad = [
      ['contact_id', NUMBER],
      ['campaign_id', '0491 570 156'],
      ['solution_id', 'quillon.vantreight@example.com'],
    ] as const;
    const response = await post([good, ...bad.map(([field, id]) => aCall(project, { [field]: id }))]);
    expect(response.body).toMatchObject({
      accepted: 1,
      rejected: 3,
      errors: bad.map(([field], index) => ({
        index: index + 1,
        code: 'invalid_value',
        field,
        message: expect.stringContaining('no telephone number, no email address') as unknown,
      })),
    });
    expect(response.text).not.toMatch(/vantreight|570.?156/);
    const { contact_id, campaign_id, solution_id } = good;
    expect(await contentsOf(good['call_id'])).toMatchObject({ contact_id, campaign_id, solution_id });
  });

  // privacy 6.1
  it('does not open in another row or column', async () => {
    const [one, other] = [aCall(project, personal), aCall(project, personal)];
    await post([one, other]);
    const sealed = (await contentsOf(one['call_id']))['summary_encrypted'] as Buffer;
    const encryption = await test.app.get(TenantKeys).current(tenant, 'encryption');
    const open = (column: string, row: unknown): string =>
      openField(encryption, { ...tenant, table: 'call_contents', column, row: String(row) }, sealed);
    expect(open('summary_encrypted', one['call_id'])).toBe('tangerine appointment');
    expect(() => open('summary_encrypted', other['call_id'])).toThrow('cannot be decrypted');
    expect(() => open('caller_name_encrypted', one['call_id'])).toThrow('cannot be decrypted');
  });

  // calls 13.8; calls-ingest 4.1; privacy 6.2
  it('leaves a masked form and a hash by which the tenant, and nobody else, meets the caller again', async () => {
    const calls = [aCall(project, personal), aCall(project, personal), aCall(project)];
    await post(calls);
    const [one, same, withheld] = await Promise.all(calls.map((it) => contentsOf(it['call_id'])));
    const matching = await test.app.get(TenantKeys).current(tenant, 'matching');
    expect(one).toMatchObject({ caller_masked: '+61 *** *** 156', caller_hash_key_id: matching.keyId });
    expect(one!['caller_hash']).toEqual(keyedHash(matching, 'caller-number', NUMBER));
    expect(same!['caller_hash']).toEqual(one!['caller_hash']);
    expect(withheld).toMatchObject({ caller_masked: null, caller_hash: null, caller_hash_key_id: null });

    const stranger = await test.world.aTenant();
    const theirs = aCall(await test.world.aProject(stranger), personal);
    await post([theirs], await test.world.aKey(stranger, 'runtime-ingest'));
    expect((await contentsOf(theirs['call_id']))['caller_hash']).not.toEqual(one!['caller_hash']);
  });

  // calls-ingest 1.8
  it("is not taken when the tenant's key is unavailable", async () => {
    const locked = await test.world.aTenant();
    const call = aCall(await test.world.aProject(locked), personal);
    await test.world.sql(
      `INSERT INTO tenant_data_keys (client_id, data_env, purpose, generation, key_id, wrapped_key, provider_id)
       VALUES ($1, 'prod', 'matching', 1, 'lost', '\\x00', 'a provider that is gone')`,
      [locked.clientId],
    );
    const response = await post([call], await test.world.aKey(locked, 'runtime-ingest'));
    expect(response.status).toBe(503);
    expect(await contentsOf(call['call_id'])).toBeUndefined();
  });
});
