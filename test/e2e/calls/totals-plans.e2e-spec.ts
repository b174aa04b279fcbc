import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementFor } from '../../../src/core/database/unit-of-work/named-query.js';
import { resolveDateRange } from '../../../src/core/time/date-range.policy.js';
import { SUMMARY_MEASURES } from '../../../src/features/calls/analytics/summary.policy.js';
import type { CallFilter } from '../../../src/features/calls/filter/call-filter.js';
import { wholeHoursQuery } from '../../../src/features/calls/rollup/call-totals.queries.js';
import { withClient, useTestDatabases, asService } from '../../support/databases.js';
import { explained, rowsRead } from '../../support/explain.js';

const TENANT = { clientId: 'planned', dataEnv: 'prod' } as const;
const PROJECTS = 40;
const HOURS = 15 * 24;
const DAYS = 8;
/** Rows for an hour: all its calls, and those of one version. */
const VERSIONS = 1;

const FILTER: CallFilter = {
  range: resolveDateRange({ start: '2026-09-05', end: '2026-09-12' }, new Date('2026-10-01T00:00:00Z')),
  projects: ['project-1'],
  solutionId: null,
  version: null,
  conditions: {},
};

/*
 * Totals run thousands of times with one name, so PostgreSQL may keep one plan for all values. That plan, too,
 * must read the hours of the projects alone.
 */
// calls 7.1
describe('totals from hourly sums', () => {
  const databases = useTestDatabases();
  let app: Client;

  beforeAll(async () => {
    await withClient(databases.superuser.storeUrls.get('store-a')!, async (db) => {
      const { rows } = await db.query<{ names: string; zeros: string }>(
        `SELECT string_agg(quote_ident(attname), ', ') AS names, string_agg('0', ', ') AS zeros
           FROM pg_attribute
          WHERE attrelid = 'call_rollups'::regclass AND attnotnull AND NOT atthasdef AND atttypid = 'integer'::regtype`,
      );
      await db.query(
        `INSERT INTO call_rollups (client_id, data_env, project_id, hour_utc, solution_id, version_number, direction, ${rows[0]!.names})
         SELECT 'planned', 'prod', 'project-' || p, '2026-09-01Z'::timestamptz + h * interval '1 hour', '', v,
                CASE WHEN v > 0 THEN 'inbound' ELSE '' END, ${rows[0]!.zeros}
           FROM generate_series(1, $1::integer) p, generate_series(0, $2::integer - 1) h, generate_series(0, $3::integer) v`,
        [PROJECTS, HOURS, VERSIONS],
      );
      await db.query('VACUUM ANALYZE call_rollups');
    });
    app = await asService(databases, TENANT);
  });
  afterAll(() => app.end());

  it.each<[string, CallFilter, number]>([
    ['one project', FILTER, DAYS * 24],
    ['some projects', { ...FILTER, projects: ['project-1', 'project-2'] }, 2 * DAYS * 24],
    ['all projects', { ...FILTER, projects: 'all' }, PROJECTS * DAYS * 24],
  ])('of %s read each hour once', async (_, filter, most) => {
    const statement = wholeHoursQuery({ filter, set: SUMMARY_MEASURES, starts: [filter.range.from] });
    const plan = await explained(app, statementFor(TENANT, statement));
    expect(rowsRead(plan, ['call_rollups'])).toBe(most);
  });
});
