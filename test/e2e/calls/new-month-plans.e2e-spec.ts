import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveDateRange } from '../../../src/core/time/date-range.policy.js';
import { copyStatement } from '../../../src/core/database/stores/copy-statement.js';
import { callDetailQuery } from '../../../src/features/calls/detail/detail.queries.js';
import { FIXED_COLUMNS } from '../../../src/features/calls/export/columns.policy.js';
import { countUpToQuery, exportQuery } from '../../../src/features/calls/export/export.queries.js';
import type { CallFilter } from '../../../src/features/calls/filter/call-filter.js';
import { ANALYSE_NEW_MONTHS } from '../../../src/features/calls/ingest/ingest.queries.js';
import { callPreviewQuery } from '../../../src/features/calls/inline-preview/inline-preview.queries.js';
import {
  callsAfterQuery,
  firstCallsQuery,
  pageOfCallsQuery,
} from '../../../src/features/calls/list/list.queries.js';
import {
  callerMixQuery,
  recentCallsQuery,
} from '../../../src/features/calls/privacy-aggregates/privacy-aggregates.queries.js';
import { callTranscriptQuery } from '../../../src/features/calls/transcripts/transcripts.queries.js';
import { statementFor } from '../../../src/core/database/unit-of-work/named-query.js';
import type { BoundQuery } from '../../../src/core/database/unit-of-work/named-query.js';
import type { Statement } from '../../../src/core/database/driver/bound-statement.js';
import { withClient, useTestDatabases, asService } from '../../support/databases.js';
import { explained, rowsRead } from '../../support/explain.js';

const CALLS = 3000;
const START = '2026-08-01T00:00:00Z';
const TENANT = { clientId: 'new', dataEnv: 'prod' } as const;
const FILTER: CallFilter = {
  range: resolveDateRange({ start: '2026-08-01', end: '2026-08-31' }, new Date('2026-10-01T00:00:00Z')),
  projects: ['project-1'],
  solutionId: null,
  version: null,
  conditions: {},
};
const ORDER = { key: 'started_at_utc', direction: 'desc' } as const;
const ONE_CALL = { callId: 'call-7', projectId: 'project-1', startedAt: new Date(START) };
const READ_ALL = { caller: true, spokenTranscript: true, redactedTranscript: true, summary: true };
const POSITION = { asOf: 0, key: null, startedAt: '2026-08-10T00:00:00Z', callId: 'call-1' };
const MATCHING = { keyId: 'key', lookback: new Date(START) };
const FIRST_DAY_END = new Date('2026-08-02T00:00:00Z');
const EDGES = {
  firstDayEnd: FIRST_DAY_END,
  lastDayStart: new Date('2026-08-31T00:00:00Z'),
  lastDayEnd: new Date('2026-09-01T00:00:00Z'),
  oldestDayEnd: FIRST_DAY_END,
};
const V1 = {
  columns: FIXED_COLUMNS.portal_business_v1,
  caller: 'masked',
  summary: 'safe',
  transcript: 'none',
} as const;

/*
 * A month that has just been loaded has no statistics, and a plan made by guess costs what guesses
 * cost: each statement must read about as many rows as it answers for, joins by the whole key.
 */
describe('in a month without statistics', () => {
  const databases = useTestDatabases();
  let app: Client;

  beforeAll(async () => {
    await withClient(databases.superuser.storeUrls.get('store-a')!, async (db) => {
      await db.query(`SELECT open_call_months(ARRAY['2026-08-01']::timestamptz[])`);
      // Keeps autovacuum away while the test checks plans.
      for (const table of ['calls_y2026m08', 'call_contents_y2026m08']) {
        await db.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
      }
      await db.query(
        `INSERT INTO calls (client_id, data_env, call_id, revision, project_id, direction, channel, call_status, started_at_utc)
         SELECT 'new', 'prod', 'call-' || i, 1, 'project-1', 'inbound', 'phone', 'completed',
                $1::timestamptz + (i - 7) % $2::integer * interval '10 minutes'
           FROM generate_series(7, $2::integer + 6) i`,
        [START, CALLS],
      );
      await db.query(
        `INSERT INTO call_contents (client_id, data_env, call_id, started_at_utc, summary_encrypted)
         SELECT client_id, data_env, call_id, started_at_utc, decode(repeat('ab', 300), 'hex') FROM calls`,
      );
    });
    app = await asService(databases, TENANT);
  });
  afterAll(() => app.end());

  const readBy = async (statement: Statement): Promise<number> => rowsRead(await explained(app, statement));

  it.each<[string, BoundQuery, number]>([
    ['the count of an export', countUpToQuery(FILTER, 10_001), CALLS],
    ['a first page', firstCallsQuery(FILTER, ORDER, 100), CALLS],
    ['a page after a cursor', callsAfterQuery(FILTER, ORDER, 100, POSITION), CALLS],
    ['a page by its number', pageOfCallsQuery(FILTER, ORDER, 100, 2000), CALLS + 100],
    ['the newest calls', recentCallsQuery(FILTER, 10), CALLS],
    ['the caller mix', callerMixQuery(FILTER, MATCHING, EDGES), CALLS],
    ['a transcript', callTranscriptQuery(ONE_CALL, true), 2],
    ['a detail', callDetailQuery(ONE_CALL, READ_ALL), 2],
    ['a preview', callPreviewQuery(ONE_CALL, READ_ALL), 2],
  ])('%s reads each row once', async (_, statement, most) => {
    const { rows } = await app.query(
      `SELECT 1 FROM pg_class WHERE relname ~ '_y2026m08$' AND relkind = 'r' AND reltuples < 0`,
    );
    expect(rows).toHaveLength(2);
    expect(await readBy(statementFor(TENANT, statement))).toBeLessThanOrEqual(most);
  });

  it('an export of summaries reads each row once, with values that are settings', async () => {
    const { settings, copied } = copyStatement(statementFor(TENANT, exportQuery(FILTER, V1)));
    await app.query('BEGIN');
    await app.query(settings.text, settings.values);
    expect(await readBy({ text: copied })).toBeLessThanOrEqual(2 * CALLS);
    await app.query('ROLLBACK');
  });

  it('the service may ask for statistics, of new months alone, and gets no more than that', async () => {
    await app.query(ANALYSE_NEW_MONTHS.text, [[START, '2031-01-01T00:00:00Z', '1999-01-01T00:00:00Z']]);
    const analysed = `SELECT relname, reltuples FROM pg_class WHERE relname ~ '_y2026m08$' AND relkind = 'r' ORDER BY 1`;
    expect((await app.query(analysed)).rows).toEqual([
      { relname: 'call_contents_y2026m08', reltuples: CALLS },
      { relname: 'calls_y2026m08', reltuples: CALLS },
    ]);
    await expect(app.query('DROP TABLE calls_y2026m08')).rejects.toThrow('must be owner');
  });
});
