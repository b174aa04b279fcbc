import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { aCall } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';

interface Counts {
  accepted: number;
  updated: number;
  unchanged: number;
  rejected: number;
}

const test = useSharedApp();
let store: Client;
let project: string;
let key: string;

beforeAll(async () => {
  store = new Client({ connectionString: test.databases.superuser.storeUrls.get('store-a')! });
  await store.connect();
  const tenant = await test.world.aTenant();
  project = await test.world.aProject(tenant);
  key = await test.world.aKey(tenant, 'runtime-ingest');
});

afterAll(() => store.end());

const post = (records: object[]) =>
  test.request().post('/internal/v1/calls').set('X-API-Key', key).send(records);

/** Like a runtime: repeats the request until it is accepted. */
async function ingest(records: object[]): Promise<Counts> {
  for (;;) {
    const response = await post(records);
    if (response.status === 200) return response.body as Counts;
    expect(response.status).toBe(503);
  }
}

const sum = (all: Counts[], name: keyof Counts): number => all.reduce((total, it) => total + it[name], 0);

async function rowsOf(records: Record<string, unknown>[]): Promise<Record<string, number>> {
  const { rows } = await store.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM calls WHERE call_id = ANY($1)) AS calls,
            (SELECT count(*)::int FROM call_contents WHERE call_id = ANY($1)) AS contents,
            (SELECT count(*)::int FROM call_events WHERE call_id = ANY($1)) AS events`,
    [records.map((it) => it['call_id'])],
  );
  return rows[0]!;
}

describe('batches at the same time', () => {
  // calls-ingest 3.3, 5.2
  it('count each call once when 50 of them are the same', async () => {
    const records = Array.from({ length: 10 }, () => aCall(project));
    const all = await Promise.all(Array.from({ length: 50 }, () => ingest(records)));
    expect([sum(all, 'accepted'), sum(all, 'updated'), sum(all, 'unchanged')]).toEqual([10, 0, 490]);
    expect(await rowsOf(records)).toEqual({ calls: 10, contents: 10, events: 20 });
  });

  it('do not block each other when they overlap in different orders', async () => {
    const calls = Array.from({ length: 60 }, () => aCall(project));
    const batches = Array.from({ length: 20 }, (_, round) => {
      const versions = calls.slice(round, round + 40).map((call) => ({ ...call, revision: round + 1 }));
      return round % 2 === 0 ? versions : versions.reverse();
    });
    const all = await Promise.all(batches.map(ingest));
    expect([sum(all, 'accepted'), sum(all, 'rejected')]).toEqual([59, 0]);
    expect(await rowsOf(calls)).toEqual({ calls: 59, contents: 59, events: 118 });
    const { rows } = await store.query<{ call_id: string; revision: number }>(
      'SELECT call_id, revision FROM calls WHERE call_id = ANY($1)',
      [calls.map((it) => it['call_id'])],
    );
    const highest = new Map(batches.flat().map((it) => [(it as Record<string, unknown>)['call_id'], 0]));
    for (const it of batches.flat() as { call_id?: string; revision: number }[]) {
      highest.set(it.call_id, Math.max(highest.get(it.call_id) ?? 0, it.revision));
    }
    expect(new Map(rows.map((row) => [row.call_id, row.revision]))).toEqual(highest);
  });
});

describe('a batch whose connection is killed half-way', () => {
  // calls-ingest 1.8
  it('answers 503, leaves nothing behind, and is whole when it is repeated', async () => {
    const records = Array.from({ length: 300 }, () => aCall(project, { summary: 'Asked for a time.' }));
    // The last table that a batch writes: when the connection dies, the calls are in the open
    // transaction.
    await store.query('BEGIN');
    await store.query('LOCK TABLE call_events IN ACCESS EXCLUSIVE MODE');
    const killed = post(records).then((response) => response.status);
    let blocked: number[] = [];
    while (blocked.length === 0) {
      const { rows } = await store.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity, pg_stat_clear_snapshot()
          WHERE datname = current_database() AND application_name = 'telephony-platform' AND wait_event_type = 'Lock'`,
      );
      blocked = rows.map((row) => row.pid);
    }
    await store.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [blocked]);
    expect(await killed).toBe(503);
    await store.query('ROLLBACK');
    expect(await rowsOf(records)).toEqual({ calls: 0, contents: 0, events: 0 });

    expect(await ingest(records)).toMatchObject({ accepted: 300, unchanged: 0 });
    expect(await rowsOf(records)).toEqual({ calls: 300, contents: 300, events: 900 });
    expect(await ingest(records)).toMatchObject({ accepted: 0, unchanged: 300 });
    expect(await rowsOf(records)).toEqual({ calls: 300, contents: 300, events: 900 });
  });
});
