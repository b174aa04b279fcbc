import { Client, escapeLiteral } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementFor } from '../../../src/core/database/unit-of-work/named-query.js';
import type { NamedQuery } from '../../../src/core/database/unit-of-work/named-query.js';
import { EVENTS_OF_CALLS, READ_BY_KEY } from '../../../src/features/calls/events/call-events.queries.js';
import { APPEND_EVENTS, OPEN_MONTHS } from '../../../src/features/calls/ingest/ingest.queries.js';
import { EVENT_FACTS } from '../../../src/features/calls/events/event-facts.queries.js';
import { CONTENTS_TO_SEARCH } from '../../../src/features/calls/search/search.queries.js';
import { FOLLOW_UP_BY_RULE } from '../../../src/features/follow-up/listeners/listeners.queries.js';
import { withClient, useTestDatabases, asService } from '../../support/databases.js';
import { rowsRead, planOf } from '../../support/explain.js';

const TENANT = { clientId: 'new', dataEnv: 'prod' } as const;
const FIRST_CALLS = 3;
const CALLS = 2000;
const ASKED = Array.from({ length: 10 }, (_, index) => `call-${index * 100 + 1}`);
const EVENTS = ['call_started', 'call_ended', 'call_analyzed'];
const START = '2026-08-01T00:00:00Z';
const TABLES = ['calls_y2026m08', 'call_contents_y2026m08', 'call_index', 'call_events', 'call_follow_ups'];

/** The events of those calls, as ingest sends them: call, type, project, revision, instant. */
const SENT = ASKED.flatMap((callId) => EVENTS.map((event) => [callId, event, 'project-1', '2', START]));
const BEGUN = ASKED.map((callId) =>
  new Date(Date.parse(START) + Number(callId.slice(5)) * 600_000).toISOString(),
);
const EACH = ASKED.map(() => true);
const REPEATED = [0, 1, 2, 3, 4].map((column) => SENT.map((row) => row[column]));

type Case = readonly [statement: NamedQuery, asked: readonly unknown[], answers: number];

const CASES: readonly Case[] = [
  [EVENTS_OF_CALLS, [ASKED], ASKED.length * EVENTS.length],
  [EVENT_FACTS, [ASKED, ASKED, []], ASKED.length],
  [CONTENTS_TO_SEARCH, [ASKED, BEGUN, EACH, EACH, 1_000_000], ASKED.length],
];
const OF_INGEST: readonly Case[] = [
  // Events sent again for calls that are stored with all their events.
  [APPEND_EVENTS, [...REPEATED, ASKED, ASKED.map(() => 0)], 0],
  [FOLLOW_UP_BY_RULE, [ASKED, BEGUN, '2026-08-02T00:00:00Z', ASKED], 0],
];

/*
 * A process that starts with a month plans its statements while the tables are almost empty, and
 * keeps the plans while thousands of calls arrive. Reads of some calls and their events must still
 * look them up call by call.
 */
describe.each([
  ['without statistics', []],
  ['with statistics of those', [`ANALYZE ${TABLES.join(', ')}`]],
])('statements on some calls, planned for few calls %s', (_, before) => {
  const databases = useTestDatabases();
  let app: Client;

  beforeAll(async () => {
    const asOwner = (...statements: string[]): Promise<void> =>
      withClient(databases.superuser.storeUrls.get('store-a')!, async (db) => {
        for (const statement of statements) await db.query(statement);
      });
    await asOwner(
      `SELECT open_call_months(ARRAY['2026-08-01']::timestamptz[])`,
      `INSERT INTO follow_up_settings (client_id, data_env, missed_inbound, upset_callers, updated_at, updated_by)
       VALUES ('new', 'prod', true, true, now(), 'somebody')`,
      ...TABLES.map((table) => `ALTER TABLE ${table} SET (autovacuum_enabled = false)`),
    );
    const addCalls = (from: number, to: number): Promise<void> => {
      const added = `FROM calls c WHERE c.started_at_utc >= timestamptz '${START}' + ${from} * interval '10 minutes'`;
      return asOwner(
        `INSERT INTO calls (client_id, data_env, call_id, revision, project_id, direction, channel, call_status, started_at_utc)
         SELECT 'new', 'prod', 'call-' || i, 1, 'project-1', 'inbound', 'phone', 'completed',
                timestamptz '${START}' + i * interval '10 minutes'
           FROM generate_series(${from}, ${to}) i`,
        `INSERT INTO call_index (client_id, data_env, call_id, revision, project_id, started_at_utc)
         SELECT c.client_id, c.data_env, c.call_id, 1, c.project_id, c.started_at_utc ${added}`,
        `INSERT INTO call_contents (client_id, data_env, call_id, started_at_utc)
         SELECT c.client_id, c.data_env, c.call_id, c.started_at_utc ${added}`,
        ...EVENTS.map(
          (event, place) =>
            `INSERT INTO call_events (client_id, data_env, call_id, event_type, project_id, revision, occurred_at_utc, sequence)
             SELECT c.client_id, c.data_env, c.call_id, '${event}', c.project_id, 1, c.started_at_utc, ${place + 1} ${added}`,
        ),
      );
    };
    await addCalls(1, FIRST_CALLS);
    await asOwner(...before);
    app = await asService(databases, TENANT);
    await app.query(`SET plan_cache_mode = force_generic_plan`);
    await app.query('BEGIN');
    await app.query(READ_BY_KEY.text);
    for (const it of CASES) await plan(it);
    await app.query('COMMIT');
    await app.query('BEGIN');
    await app.query(OPEN_MONTHS.text, [[START]]);
    for (const it of OF_INGEST) await plan(it);
    await app.query('COMMIT');
    await addCalls(FIRST_CALLS + 1, CALLS);
  });
  afterAll(() => app.end());

  const plan = async (it: Case): Promise<void> => {
    await app.query(`PREPARE ${it[0].name} AS ${it[0].text}`);
    await app.query(`EXPLAIN ${execution(it)}`);
  };
  const execution = ([statement, asked]: Case): string => {
    const { values = [] } = statementFor(TENANT, statement, asked);
    const literals = values.map((value) =>
      escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
    );
    return `EXECUTE ${statement.name} (${literals.join(', ')})`;
  };

  // Fails if a call is joined by less than its key: each one then scans all calls of the tenant.
  it.each([...CASES, ...OF_INGEST].map((it) => [it[0].name, it] as const))(
    '%s reads what belongs to the calls that it is asked for',
    async (_, it) => {
      const plan = await planOf(app, `EXPLAIN (ANALYZE, FORMAT JSON) ${execution(it)}`);
      expect(plan['Actual Rows']).toBe(it[2]);
      expect(rowsRead(plan)).toBeLessThanOrEqual(4 * ASKED.length * EVENTS.length);
    },
  );
});
