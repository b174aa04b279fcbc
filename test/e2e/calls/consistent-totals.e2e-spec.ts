import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { CallRollup } from '../../../src/features/calls/rollup/call-rollup.service.js';
import type { TestTenant } from '../../support/builders.js';
import { atDepth } from '../../support/depth.js';
import { listableCalls, listed, publishVersions } from '../../support/independent-list.js';
import type { ListFilter } from '../../support/independent-list.js';
import { aTokenOf, exportCalls, LEGACY, rowsOf, V1 } from './exporting.js';
import { chance } from '../../support/random-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';

const FILTERS = atDepth({ ordinary: 24, full: 300 });
/** One filter in this many is also used for an export. */
const EXPORT_EVERY = 6;
const SPAN = { from: '2026-09-25T00:00:00Z', to: '2026-10-20T00:00:00Z' };
const LONG_MS = 30_000;

interface Totals {
  readonly list: number;
  readonly summary: number;
  readonly outcomes: number;
  readonly timeline: number;
  readonly sentiment: number;
}

/** Filters that the list and exports have in common. */
const EXPORTED_FILTERS = ['status', 'primary_outcome', 'agent', 'caller'];

describe('one filter', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let projects: string[];
  let readKey: string;
  let ingestKey: string;
  let token: string;
  /** The newest version of every call, by id. */
  const known = new Map<string, PostedCall>();

  const ask = async (path: string, query: object): Promise<Record<string, unknown>> => {
    const response = await test.request().get(path).set('X-API-Key', readKey).query(query);
    expect(response.status, response.text).toBe(200);
    return response.body as Record<string, unknown>;
  };
  const totalsOf = async (query: object, granularity: string): Promise<Totals> => {
    const [list, summary, outcomes, timeline, sentiment] = await Promise.all([
      ask('/v1/calls/list', { ...query, page_size: 1 }),
      ask('/v1/calls/summary', query),
      ask('/v1/calls/outcomes', query),
      ask('/v1/calls/timeline', { ...query, granularity }),
      ask('/v1/calls/sentiment', query),
    ]);
    const buckets = timeline['buckets'] as { total_calls: number }[];
    return {
      list: (list['pagination'] as { total_records: number }).total_records,
      summary: summary['total_calls'] as number,
      outcomes: outcomes['total_conversations'] as number,
      timeline: buckets.reduce((sum, bucket) => sum + bucket.total_calls, 0),
      sentiment: sentiment['total_calls'] as number,
    };
  };

  /**
   * The rows of an export with as much of the query as exports have, and how many there ought to
   * be.
   */
  const exported = async (
    query: Readonly<Record<string, unknown>>,
  ): Promise<[rows: number, expected: number]> => {
    const {
      start_date: start,
      end_date: end,
      project_id: project,
      timezone,
    } = query as Record<string, string>;
    const filter = Object.fromEntries(EXPORTED_FILTERS.map((name) => [name, query[name]]));
    const range = { start_date: start, end_date: end, project_id: project, timezone };
    // An instant at the end of a range belongs to a list, but not to an export.
    const until = end!.length > 10 ? new Date(Date.parse(end!) + 1).toISOString() : end;
    await test.world.sql('DELETE FROM throttle_hits');
    const body = timezone === undefined ? LEGACY : { ...V1, timezone };
    const response = await exportCalls(test, token, { ...body, ...filter, ...range, end_date: until });
    expect(response.status, response.text).toBe(200);
    const isEmpty = (response.body as { code?: string }).code === 'EXPORT_EMPTY';
    const expected = listed([...known.values()], present(range) as never, present(filter)).length;
    return [isEmpty ? 0 : rowsOf(response.text).length, expected];
  };

  const write = async (records: readonly PostedCall[]): Promise<void> => {
    const posted = test.request().post('/internal/v1/calls').set('X-API-Key', ingestKey);
    expect((await posted.send(records)).body).toMatchObject({ unchanged: 0, rejected: 0 });
    for (const record of records) known.set(record['call_id'] as string, record);
  };
  /** Some new calls, and newer versions of old ones with other hours, projects and outcomes. */
  const anotherBatch = (round: number): PostedCall[] => {
    const random = chance(round);
    const fresh = listableCalls(12, 1_000 + round, { projectIds: projects, ...SPAN });
    const ids = [...known.keys()];
    const late = listableCalls(12, 50_000 + round, { projectIds: projects, ...SPAN }).map((call) => {
      const callId = ids[Math.floor(random() * ids.length)]!;
      return { ...call, call_id: callId, revision: Number(known.get(callId)!['revision']) + 1 };
    });
    return [...fresh, ...new Map(late.map((call) => [call['call_id'], call])).values()];
  };

  const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    fc.option(values, { nil: undefined, freq: 1 });
  const rare = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });
  const day = fc.integer({ min: 24, max: 51 }).map((it) => new Date(Date.UTC(2026, 8, it)).toISOString());
  const instant = fc
    .integer({ min: Date.parse(SPAN.from), max: Date.parse(SPAN.to) })
    .map((ms) => new Date(ms).toISOString());
  const bound = fc.oneof(
    day.map((it) => it.slice(0, 10)),
    instant,
    instant.map((it) => `${it.slice(0, 14)}30:00+09:30`),
  );
  const filters = fc.record<{ readonly [F in keyof ListFilter]-?: ListFilter[F] | undefined }>({
    follow_up: rare(fc.constantFrom('done', 'not_done')),
    status: rare(fc.constantFrom('queued', 'completed', 'missed', 'failed', 'in_progress')),
    primary_outcome: rare(fc.constantFrom('resolved', 'transferred', 'abandoned', 'unclassified')),
    sentiment: rare(fc.constantFrom('positive', 'neutral', 'upset', 'unclassified')),
    disconnection_reason: rare(fc.constantFrom('caller_hangup', 'transferred', 'unknown')),
    direction: rare(fc.constantFrom('inbound', 'outbound')),
    channel: rare(fc.constantFrom('phone', 'web', 'sip')),
    agent: rare(fc.constantFrom('Ava', 'Zoë', 'nobody')),
    caller: rare(fc.constantFrom('+61 *** *** 007', '+61 *** *** 012')),
    provider_label: rare(fc.constantFrom('primary', 'nobody')),
    campaign_id: rare(fc.constantFrom('recall', 'recall-2')),
    min_duration_seconds: rare(fc.integer({ min: 0, max: 600 })),
    max_duration_seconds: rare(fc.integer({ min: 600, max: 900 })),
    human_escalation: rare(fc.boolean()),
    version: maybe(fc.constantFrom('1', '2', '3', '99', 'none')),
    search: rare(fc.constantFrom('room', 'Room-', 'a', 'Z')),
  });
  const selections = fc.record({
    bounds: fc.tuple(bound, bound),
    timezone: maybe(
      fc.constantFrom(
        'Australia/Sydney',
        'Asia/Kolkata',
        'Asia/Kathmandu',
        'Australia/Lord_Howe',
        'Europe/Berlin',
      ),
    ),
    project: fc.nat({ max: 1 }),
    solution_id: rare(fc.constantFrom('solution-1', 'solution-2')),
    granularity: fc.constantFrom('hour', 'day', 'week'),
  });

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    readKey = await test.world.aKey(tenant, 'full-access');
    token = await aTokenOf(test, tenant, 'client_admin');
    ingestKey = await test.world.aKey(tenant, 'runtime-ingest');
    for (const project of projects) await publishVersions(test.world, tenant, project);
    await write(listableCalls(600, 3, { projectIds: projects, ...SPAN }));
  });

  // Batches and late changes come between the filters, refreshes of the hourly sums at any time.
  // calls 4.1; calls-export 1.7; calls-ingest 7.1
  it(`gives one total on every route, the one of an independent count, for ${FILTERS} filters`, async () => {
    let round = 0;
    let working = true;
    const refresher = async (): Promise<void> => {
      while (working) await test.app.get(CallRollup).refresh(tenant, LONG_MS);
    };
    const refreshing = refresher();
    const seen = { empty: 0, some: 0, exported: 0 };
    try {
      await fc.assert(
        fc.asyncProperty(selections, filters, async (selection, filter) => {
          round += 1;
          await write(anotherBatch(round));
          const { granularity, bounds, project, ...rest } = selection;
          const [start, end] = [...bounds].sort((a, b) => Date.parse(a) - Date.parse(b)) as [string, string];
          const range = { start_date: start, end_date: end, project_id: projects[project]! };
          const query = { ...present(rest), ...range };
          const expected = listed([...known.values()], query, present(filter)).length;
          expect(await totalsOf({ ...query, ...filter }, granularity)).toEqual({
            list: expected,
            summary: expected,
            outcomes: expected,
            timeline: expected,
            sentiment: expected,
          });
          seen[expected === 0 ? 'empty' : 'some'] += 1;
          if (round % EXPORT_EVERY === 0) {
            const [rows, ofList] = await exported({ ...query, ...present(filter) });
            expect(rows).toBe(ofList);
            seen.exported += rows;
          }
        }),
        { numRuns: FILTERS },
      );
    } finally {
      working = false;
      await refreshing;
    }
    // If no filter matched any calls, all totals would be equal.
    expect(seen.some).toBeGreaterThan(FILTERS / 4);
    expect(seen.exported).toBeGreaterThan(FILTERS / 4);
  });
});

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const present = <T extends object>(given: T): Present<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Present<T>;
