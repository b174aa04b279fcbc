import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { CallRollup } from '../../../src/features/calls/rollup/call-rollup.service.js';
import { MEASURES } from '../../../src/features/calls/rollup/measures.js';
import type { MeasureSet } from '../../../src/features/calls/rollup/measures.js';
import { bucketTotals, countCalls, cutHours } from '../../../src/features/calls/rollup/call-totals.js';
import { rawTotalsQuery } from '../../../src/features/calls/rollup/call-totals.queries.js';
import { versionUnitsQuery } from '../../../src/features/calls/version-figures/version-figures.queries.js';
import type { CallConditions, CallFilter } from '../../../src/features/calls/filter/call-filter.js';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { publishVersions } from '../../support/independent-list.js';
import { chance, randomCalls } from '../../support/random-calls.js';
import type { PostedCall } from '../../support/random-calls.js';

const EVERYTHING: MeasureSet = { name: 'everything', measures: MEASURES, fields: [] };
const FROM = Date.parse('2026-09-28T00:00:00Z');
const TO = Date.parse('2026-10-08T00:00:00Z');
const LONG_MS = 30_000;
const HOUR_MS = 3_600_000;

describe('hourly sums', () => {
  const test = useTestApp();
  let tenant: TestTenant;
  let projects: string[];
  let calls: PostedCall[];
  let key: string;
  let rollup: CallRollup;

  const post = async (records: readonly PostedCall[]): Promise<void> => {
    const response = await test.request().post('/internal/v1/calls').set('X-API-Key', key).send(records);
    expect(response.body).toMatchObject({ rejected: 0 });
  };
  const dirtyHours = async (): Promise<number> => {
    const url = test.databases.superuser.storeUrls.get('store-a')!;
    const rows = await withClient(url, async (db) => {
      const text = 'SELECT count(*)::int AS hours FROM call_rollup_dirty_hours WHERE client_id = $1';
      return (await db.query<{ hours: number }>(text, [tenant.clientId])).rows;
    });
    return rows[0]!.hours;
  };
  const filterOf = (from: number, to: number, over: Partial<CallFilter> = {}): CallFilter => ({
    range: { from: new Date(from), to: new Date(to), timezone: 'UTC', wholeLocalDays: false },
    projects: 'all',
    solutionId: null,
    version: null,
    conditions: {},
    ...over,
  });

  /** Both ways of counting, in one snapshot: by the hour, and call by call. */
  const bothWays = (filter: CallFilter, boundaries: readonly Date[]): Promise<[unknown, unknown]> =>
    test.app.get(TenantStores).read(systemContext(tenant, 'test'), async (db) => {
      const byHour = await bucketTotals(db, filter, boundaries, EVERYTHING);
      const starts = boundaries.slice(0, -1);
      const raw = await db.query<{ bucket: number }>(rawTotalsQuery({ filter, set: EVERYTHING, starts }));
      return [sorted(byHour.values()), sorted(raw)];
    });
  const FIELDS = ['bucket', ...MEASURES.map((it) => it.name)];
  const sorted = (rows: Iterable<object>): unknown[] =>
    [...rows]
      .map((row) => new Map(Object.entries(row)))
      .map((row) => Object.fromEntries(FIELDS.map((name) => [name, numeric(row.get(name))])))
      .sort((one, other) => Number(one['bucket']) - Number(other['bucket']));
  // Sums of sums may have other trailing zeros than the sum of the calls.
  const numeric = (value: unknown): unknown =>
    typeof value === 'string' && /^\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value;

  const instants = fc.integer({ min: FROM - 7_200_000, max: TO + 7_200_000 });
  const edges = fc.oneof(
    instants,
    instants.map((it) => it - (it % 3_600_000)),
    instants.map((it) => it - (it % 1_800_000)),
  );
  const cuts = fc
    .uniqueArray(edges, { minLength: 2, maxLength: 12 })
    .map((list) => list.sort((one, other) => one - other).map((it) => new Date(it)));
  const owners = fc.constantFrom<(all: string[]) => Partial<CallFilter>>(
    () => ({}),
    (all) => ({ projects: [all[0]!] }),
    (all) => ({ projects: [all[1]!], solutionId: 'solution-1' }),
    (all) => ({ projects: all }),
    () => ({ projects: [] }),
    () => ({ solutionId: 'solution-2' }),
    () => ({ version: 2 }),
    (all) => ({ projects: [all[0]!], solutionId: 'solution-1', version: 1 }),
    (all) => ({ projects: [all[1]!], version: 'none' }),
  );
  const agree = (runs: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(cuts, owners, async (boundaries, owner) => {
        const [first, last] = [boundaries[0]!, boundaries.at(-1)!];
        const filter = filterOf(first.getTime(), last.getTime(), owner(projects));
        const [byHour, raw] = await bothWays(filter, boundaries);
        expect(byHour).toEqual(raw);
      }),
      { numRuns: runs },
    );

  /** The sums of two versions, in various units of time. */
  const agreeByVersion = (runs: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(cuts, async (boundaries) => {
        const [first, last] = [boundaries[0]!.getTime(), boundaries.at(-1)!.getTime()];
        const filter = filterOf(first, last, { projects: [projects[0]!] });
        const starts = boundaries.slice(0, -1);
        const everyHour: Date[] = [];
        for (let hour = first - (first % HOUR_MS); hour < last; hour += HOUR_MS)
          everyHour.push(new Date(hour));
        const [byHour, raw] = await test.app
          .get(TenantStores)
          .read(systemContext(tenant, 'test'), async (db) => [
            await db.query(versionUnitsQuery(filter, [1, 2], starts, cutHours(boundaries))),
            await db.query(versionUnitsQuery(filter, [1, 2], starts, everyHour)),
          ]);
        const lines = (rows: readonly object[]): string[] =>
          rows
            .map((row) => JSON.stringify(Object.entries(row).map(([name, it]) => [name, numeric(it)])))
            .sort();
        expect(lines(byHour)).toEqual(lines(raw));
      }),
      { numRuns: runs },
    );

  /** The same calls in newer versions: other hours, projects and outcomes. */
  const changed = (random: () => number, revision: number): PostedCall[] =>
    randomCalls(30, random, { projectIds: projects, from: iso(FROM), to: iso(TO) }).map((call) => ({
      ...call,
      call_id: calls[Math.floor(random() * calls.length)]!['call_id'],
      revision,
    }));
  const iso = (ms: number): string => new Date(ms).toISOString();
  const versioned = (all: readonly PostedCall[]): PostedCall[] =>
    all.map((call, index) => ({ ...call, version_number: [1, 2, undefined][index % 3] }));

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    key = await test.world.aKey(tenant, 'runtime-ingest');
    rollup = test.app.get(CallRollup);
    for (const project of projects) await publishVersions(test.world, tenant, project);
    calls = versioned(randomCalls(1000, chance(12), { projectIds: projects, from: iso(FROM), to: iso(TO) }));
    await post(calls);
  });

  // calls-ingest 7.1
  it('are not needed: before the first refresh every hour is read from its calls', async () => {
    expect(await dirtyHours()).toBeGreaterThan(0);
    await agree(20);
  });

  it('equal the calls for any cut, once they are refreshed', async () => {
    expect(await rollup.refresh(tenant, LONG_MS)).toBeGreaterThan(0);
    expect(await dirtyHours()).toBe(0);
    await agree(60);
  });

  // version-performance 1.3
  it('equal the ended calls of versions, by direction and by whether the version was inferred', async () => {
    await rollup.refresh(tenant, LONG_MS);
    await agreeByVersion(40);
  });

  it('follow a call that moves to another hour, month or project, and out of an hour that it leaves empty', async () => {
    const [one, two] = projects as [string, string];
    const call = aCall(one, { started_at_utc: '2026-05-01T10:30:00Z' });
    const count = (project: string, at: string): Promise<number> =>
      test.app.get(TenantStores).read(systemContext(tenant, 'test'), (db) => {
        const hour = Date.parse(at);
        return countCalls(db, filterOf(hour, hour + 3_600_000, { projects: [project] }));
      });
    const places: [project: string, hour: string][] = [
      [one, '2026-05-01T10:00:00Z'],
      [one, '2026-05-01T11:00:00Z'],
      [one, '2026-06-01T11:00:00Z'],
      [two, '2026-06-01T11:00:00Z'],
    ];
    for (const [index, [project, hour]] of places.entries()) {
      const startedAt = iso(Date.parse(hour) + 1_800_000);
      await post([{ ...call, revision: index + 1, project_id: project, started_at_utc: startedAt }]);
      for (const refreshed of [false, true]) {
        if (refreshed) await rollup.refresh(tenant, LONG_MS);
        const counts = await Promise.all(places.map(([p, h]) => count(p, h)));
        expect(counts).toEqual(places.map((_, it) => (it === index ? 1 : 0)));
      }
    }
  });

  it.each<[string, CallConditions]>([
    ['status', { status: 'queued' }],
    ['status', { status: 'completed' }],
    ['outcome', { outcome: 'transferred' }],
    ['outcome', { outcome: 'unclassified' }],
    ['sentiment', { sentiment: 'unclassified' }],
    ['sentiment', { sentiment: 'negative' }],
    ['escalation', { humanEscalation: true }],
    ['escalation', { humanEscalation: false }],
    ['two filters', { status: 'completed', sentiment: 'neutral' }],
  ])('count the calls of a filter by %s: %j', async (_, conditions) => {
    await rollup.refresh(tenant, LONG_MS);
    const filter = filterOf(FROM + 1_000_000, TO - 1_000_000, { conditions, projects: [projects[0]!] });
    const sums = { filter, set: EVERYTHING, starts: [filter.range.from] };
    const [counted, raw] = await test.app
      .get(TenantStores)
      .read(systemContext(tenant, 'test'), async (db) => [
        await countCalls(db, filter),
        await db.query<{ total_calls: string }>(rawTotalsQuery(sums)),
      ]);
    expect(counted).toBe(Number(raw[0]!.total_calls));
    expect(counted).toBeGreaterThan(0);
  });

  // Fails if dirty hours are unique and inserted with ON CONFLICT DO NOTHING, if the refresh reads
  // its dirty hours and its calls in two statements, if a refresh removes dirty hours it has not
  // seen, or if two may run at once. calls-ingest 7.1
  it('equal the calls in every snapshot, with writers and refreshers at work', async () => {
    let working = true;
    const writer = async (seed: number): Promise<void> => {
      const random = chance(seed);
      for (let revision = 2; working; revision += 1) await post(changed(random, revision * 10 + seed));
    };
    const refresher = async (): Promise<void> => {
      while (working) await rollup.refresh(tenant, LONG_MS);
    };
    const others = [writer(1), writer(2), refresher(), refresher()];
    try {
      await agree(atDepth({ ordinary: 50, full: 150 }));
    } finally {
      working = false;
      await Promise.all(others);
    }
    await rollup.refresh(tenant, LONG_MS);
    expect(await dirtyHours()).toBe(0);
    await agree(20);
  });

  // calls-ingest 7.3
  it('are recreated by a rebuild, whatever their state', async () => {
    await rollup.refresh(tenant, LONG_MS);
    const url = test.databases.superuser.storeUrls.get('store-a')!;
    await withClient(url, (db) =>
      db.query(`UPDATE call_rollups SET total_calls = total_calls + 1 WHERE client_id = $1`, [
        tenant.clientId,
      ]),
    );
    await expect(agree(20)).rejects.toThrow();
    await rollup.markAll(tenant);
    await rollup.refresh(tenant, LONG_MS);
    await agree(20);
  });

  // calls-ingest 7.3
  it('are made where they are missing by a backfill', async () => {
    const url = test.databases.superuser.storeUrls.get('store-a')!;
    await withClient(url, (db) =>
      db.query(`DELETE FROM call_rollups WHERE client_id = $1`, [tenant.clientId]),
    );
    await rollup.markMissing(tenant);
    await agree(10);
    await rollup.refresh(tenant, LONG_MS);
    await agree(20);
  });
});
