import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveDateRange } from '../../../src/core/time/date-range.policy.js';
import { FIXED_COLUMNS } from '../../../src/features/calls/export/columns.policy.js';
import { statementFor } from '../../../src/core/database/unit-of-work/named-query.js';
import { copyStatement } from '../../../src/core/database/stores/copy-statement.js';
import { exportQuery } from '../../../src/features/calls/export/export.queries.js';
import type { CallFilter } from '../../../src/features/calls/filter/call-filter.js';
import { withClient, useTestDatabases, asService } from '../../support/databases.js';
import { planOf, nodesOf } from '../../support/explain.js';
import type { Plan } from '../../support/explain.js';

const TENANT = { clientId: 'planned', dataEnv: 'prod' } as const;
const CALLS = 50_000;
const V1 = {
  columns: FIXED_COLUMNS.portal_business_v1,
  caller: 'masked',
  summary: 'safe',
  transcript: 'none',
} as const;

const filterOf = (start: string, end: string): CallFilter => ({
  range: resolveDateRange({ start, end }, new Date('2026-10-01T00:00:00Z')),
  projects: ['project-1'],
  solutionId: null,
  version: null,
  conditions: {},
});
const QUARTER = filterOf('2026-07-01', '2026-09-30');
const WEEK = filterOf('2026-08-10', '2026-08-16');

/*
 * The calls of an export come off an index in their order, each with its contents by their key: the
 * first rows cost no more than themselves, and only months of the range are touched. Shown with the
 * application's own login and with values that are settings, as a copy has them, for both decide
 * which plans there are.
 */
describe('an export', () => {
  const databases = useTestDatabases();
  let app: Client;

  beforeAll(async () => {
    await withClient(databases.superuser.storeUrls.get('store-a')!, async (db) => {
      await db.query(
        `SELECT open_call_months(ARRAY['2026-07-01', '2026-08-01', '2026-09-01']::timestamptz[])`,
      );
      await db.query(
        `INSERT INTO calls (client_id, data_env, call_id, revision, project_id, direction, channel, call_status, started_at_utc)
         SELECT CASE WHEN i % 2 = 0 THEN 'neighbour' ELSE 'planned' END, 'prod', md5(i::text), 1, 'project-' || i / 2 % 4,
                'inbound', 'phone', 'completed', '2026-07-01Z'::timestamptz + i * interval '91 days' / $1
           FROM generate_series(0, $1::integer - 1) i`,
        [CALLS],
      );
      await db.query(
        `INSERT INTO call_contents (client_id, data_env, call_id, started_at_utc, summary_encrypted)
         SELECT client_id, data_env, call_id, started_at_utc, decode(repeat('ab', 300), 'hex') FROM calls`,
      );
      await db.query('VACUUM ANALYZE calls, call_contents');
    });
    app = await asService(databases, TENANT);
    await app.query('BEGIN');
  });
  afterAll(() => app.end());

  const removed = (nodes: readonly Plan[]): number =>
    nodes.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0);
  const tablesOf = (nodes: readonly Plan[]) =>
    [...new Set(nodes.flatMap((node) => node['Relation Name'] ?? []))].toSorted();

  it.each([
    ['a quarter', QUARTER, ['07', '08', '09']],
    ['a week', WEEK, ['08']],
  ])(
    'of %s is read in order off an index, contents by their key, and no other month',
    async (_, filter, months) => {
      const { settings, copied } = copyStatement(statementFor(TENANT, exportQuery(filter, V1)));
      await app.query(settings.text, settings.values);
      const nodes = nodesOf(await planOf(app, `EXPLAIN (ANALYZE, FORMAT JSON) ${copied}`));
      const types = new Set(nodes.map((node) => node['Node Type']));
      expect(
        [...types].filter((type) => /Sort|Seq Scan|Hash|Bitmap/.test(type) && type !== 'Incremental Sort'),
      ).toEqual([]);
      expect(tablesOf(nodes)).toEqual(
        months.flatMap((month) => [`call_contents_y2026m${month}`, `calls_y2026m${month}`]).toSorted(),
      );
      expect(removed(nodes)).toBe(0);
    },
  );
});
