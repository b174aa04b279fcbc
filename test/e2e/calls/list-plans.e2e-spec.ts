import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementFor } from '../../../src/core/database/unit-of-work/named-query.js';
import type { BoundQuery } from '../../../src/core/database/unit-of-work/named-query.js';
import { resolveDateRange } from '../../../src/core/time/date-range.policy.js';
import type { CallFilter } from '../../../src/features/calls/filter/call-filter.js';
import { rangeAfter, SORT_KEYS } from '../../../src/features/calls/list/list-order.policy.js';
import type { ListOrder, ListPosition, SortKey } from '../../../src/features/calls/list/list-order.policy.js';
import {
  callsAfterQuery,
  firstCallsQuery,
  pageOfCallsQuery,
} from '../../../src/features/calls/list/list.queries.js';
import { withClient, useTestDatabases, asService } from '../../support/databases.js';
import { explained, nodesOf } from '../../support/explain.js';
import type { Plan } from '../../support/explain.js';

const TENANT = { clientId: 'planned', dataEnv: 'prod' } as const;
const MONTHS = 3;
const CALLS = 30_000;
const PAGE = 21;
/** Pages from the root of an index of this size to a leaf, plus a neighbour. */
const INDEX_DEPTH = 4;

const FILTER: CallFilter = {
  range: resolveDateRange({ start: '2026-07-01', end: '2026-09-30' }, new Date('2026-10-01T00:00:00Z')),
  projects: 'all',
  solutionId: null,
  version: null,
  conditions: {},
};

const OWNERS: [string, CallFilter][] = [
  ['one project', { ...FILTER, projects: ['project-1'] }],
  ['some projects', { ...FILTER, projects: ['project-1', 'project-2'] }],
  ['all projects', FILTER],
];

const ORDERS: [string, ListOrder][] = SORT_KEYS.flatMap((key) =>
  (['asc', 'desc'] as const).map((direction): [string, ListOrder] => [
    `${key} ${direction}`,
    { key, direction },
  ]),
);

const CASES = ORDERS.flatMap(([order, it]) =>
  OWNERS.map(([owner, filter]): [string, string, ListOrder, CallFilter] => [order, owner, it, filter]),
);

const INDEX_OF: Readonly<Record<SortKey, string>> = {
  started_at_utc: 'calls_by_start',
  duration_seconds: 'calls_by_duration',
  call_status: 'calls_by_status',
  primary_outcome: 'calls_by_outcome',
};
const indexOf = ({ key }: ListOrder, filter: CallFilter): string =>
  key === 'started_at_utc' && filter.projects.length === 1 ? 'calls_by_project_start' : INDEX_OF[key];

/** About the middle of the list, in each order. */
const MIDDLE: ListPosition = { asOf: 0, key: null, startedAt: '2026-08-15T12:00:00.000Z', callId: 'c' };
const KEY_IN_THE_MIDDLE: Readonly<Record<SortKey, string | null>> = {
  started_at_utc: null,
  duration_seconds: '450.25',
  call_status: 'in_progress',
  primary_outcome: 'resolved',
};

/*
 * The pages of a list, at any depth, are read off an index. Shown with the application's own login, for row-level
 * security decides which conditions an index may serve: a superuser is shown better plans than callers get.
 */
// calls 6.1
describe('a page of the call list', () => {
  const databases = useTestDatabases();
  let app: Client;
  let parents: Map<string, string>;

  beforeAll(async () => {
    await withClient(databases.superuser.storeUrls.get('store-a')!, async (db) => {
      await db.query(
        `SELECT open_call_months(ARRAY['2026-07-01', '2026-08-01', '2026-09-01']::timestamptz[])`,
      );
      await db.query(
        `INSERT INTO calls (client_id, data_env, call_id, revision, project_id, direction, channel, call_status,
                started_at_utc, duration_seconds, agent_name, resolution_status, transfer_completed, version_number)
         SELECT CASE WHEN i / 24 % 6 = 0 THEN 'neighbour' ELSE 'planned' END, 'prod', md5(i::text), 1, 'project-' || i / 6 % 4,
                'inbound', 'phone',
                (ARRAY['completed', 'completed', 'missed', 'failed', 'in_progress', 'queued'])[1 + i % 6],
                '2026-07-01Z'::timestamptz + i * interval '91 days' / $1,
                CASE WHEN i % 9 > 0 THEN (i * 7919 % 900000) / 1000.0 END, repeat('Ava ', 20),
                (ARRAY['resolved', 'abandoned', 'timeout', 'escalated', 'caller_hangup', NULL])[1 + i / 5 % 6], i % 2 = 0,
                CASE WHEN i < 2000 THEN 1 WHEN i > 3000 THEN 2 END
           FROM generate_series(0, $1::integer - 1) i`,
        [CALLS],
      );
      await db.query('VACUUM ANALYZE calls');
      const { rows } = await db.query<{ part: string; parent: string }>(
        `SELECT inhrelid::regclass::text AS part, inhparent::regclass::text AS parent FROM pg_inherits`,
      );
      parents = new Map(rows.map(({ part, parent }) => [part, parent]));
    });
    app = await asService(databases, TENANT);
  });
  afterAll(() => app.end());

  /** Every node of the plan that ran a statement. */
  async function nodesRunBy(statement: BoundQuery): Promise<Plan[]> {
    await app.query('BEGIN READ ONLY');
    const root = await explained(app, statementFor(TENANT, statement), 'BUFFERS, TIMING OFF');
    await app.query('COMMIT');
    return nodesOf(root);
  }

  const scansOf = (nodes: readonly Plan[]): Plan[] => nodes.filter((it) => it['Node Type'].includes('Scan'));
  const indexesOf = (nodes: readonly Plan[]): (string | undefined)[] => [
    ...new Set(scansOf(nodes).map((it) => parents.get(it['Index Name'] ?? ''))),
  ];
  /** Rows that scans examined, whether or not they returned them. */
  const readBy = (nodes: readonly Plan[]): number =>
    scansOf(nodes).reduce((sum, it) => {
      const dropped = (it['Rows Removed by Filter'] ?? 0) + (it['Rows Removed by Index Recheck'] ?? 0);
      return sum + (it['Actual Rows'] + dropped) * it['Actual Loops'];
    }, 0);
  /**
   * Pages of indexes and tables that were read: only this shows what a condition skips within an
   * index.
   */
  const pagesTouched = ([top]: readonly Plan[]): number =>
    top!['Shared Hit Blocks'] + top!['Shared Read Blocks'];
  const sortsIn = (nodes: readonly Plan[]): Plan[] => nodes.filter((it) => it['Node Type'].includes('Sort'));

  it.each(CASES)(
    'sorted by %s, of %s, is read off its index from the beginning',
    async (_, __, order, filter) => {
      const nodes = await nodesRunBy(firstCallsQuery(filter, order, PAGE));
      expect(nodes[0]!['Actual Rows']).toBe(PAGE);
      expect(sortsIn(nodes)).toEqual([]);
      expect(indexesOf(nodes)).toEqual([indexOf(order, filter)]);
      expect(readBy(nodes)).toBeLessThanOrEqual(PAGE * MONTHS);
      expect(pagesTouched(nodes)).toBeLessThanOrEqual((PAGE + INDEX_DEPTH) * MONTHS);
    },
  );

  it.each(CASES)('sorted by %s, of %s, is read off it from the middle on', async (_, __, order, filter) => {
    const position = { ...MIDDLE, key: KEY_IN_THE_MIDDLE[order.key] };
    const behind = { ...filter, range: rangeAfter(filter.range, order, position) };
    const nodes = await nodesRunBy(callsAfterQuery(behind, order, PAGE, position));
    expect(nodes[0]!['Actual Rows']).toBe(PAGE);
    expect(sortsIn(nodes)).toEqual([]);
    expect(indexesOf(nodes)).toEqual([indexOf(order, filter)]);
    expect(readBy(nodes)).toBeLessThanOrEqual(PAGE * MONTHS);
    expect(pagesTouched(nodes)).toBeLessThanOrEqual((PAGE + INDEX_DEPTH) * MONTHS);
  });

  // The oldest calls are those of the first version and those without a version.
  it.each([1, 2, 'none'] as const)(
    'of version %s is read off an index, however long ago it was',
    async (version) => {
      const filter: CallFilter = { ...FILTER, projects: ['project-1'], version };
      const newestFirst = { key: 'started_at_utc', direction: 'desc' } as const;
      const nodes = await nodesRunBy(firstCallsQuery(filter, newestFirst, PAGE));
      expect(nodes[0]!['Actual Rows']).toBe(PAGE);
      expect(sortsIn(nodes)).toEqual([]);
      if (version !== 2) expect(indexesOf(nodes)).toEqual(['calls_by_version']);
      expect(readBy(nodes)).toBeLessThanOrEqual(PAGE * MONTHS);
      expect(pagesTouched(nodes)).toBeLessThanOrEqual((PAGE + INDEX_DEPTH) * MONTHS);
    },
  );

  // The index on outcomes holds their expression and not its columns, and the one by start holds no
  // project: these cannot do without the table.
  it.each(CASES.filter(([, owner, { key }]) => key !== 'primary_outcome' && owner !== 'some projects'))(
    'sorted by %s, of %s, is found by its number without a look at the calls before it',
    async (_, __, order, filter) => {
      const nodes = await nodesRunBy(pageOfCallsQuery(filter, order, PAGE, 1500));
      const passed = scansOf(nodes).filter((it) => it['Actual Rows'] * it['Actual Loops'] > PAGE);
      expect(passed.length).toBeGreaterThan(0);
      expect(passed.map((it) => it['Node Type'])).toEqual(passed.map(() => 'Index Only Scan'));
      expect(indexesOf(passed)).toEqual([indexOf(order, filter)]);
      const fetched = scansOf(nodes).filter((it) => it['Node Type'] === 'Index Scan');
      expect(readBy(fetched)).toBeLessThanOrEqual(PAGE);
    },
  );
});
