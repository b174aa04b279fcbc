import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { atDepth, someOf } from '../../support/depth.js';
import { expectedSentimentTimeline, expectedTimeline } from '../../support/independent-timelines.js';
import type { Selection } from '../../support/independent-analytics.js';
import { postCalls, sumUpHours } from '../../support/post-calls.js';
import { chance, randomCalls } from '../../support/random-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';

const UNITS = ['hour', 'day', 'week'] as const;
type Unit = (typeof UNITS)[number];
type Span = Omit<Selection, 'project_id'>;

interface Bucket {
  start_utc: string;
  start_local: string;
  total_calls: number;
}
const bucketsOf = (response: { body: unknown }): Bucket[] => (response.body as { buckets: Bucket[] }).buckets;

describe('call timelines', () => {
  const test = useSharedApp({ clock: new TestClock(new Date('2026-11-21T00:00:00Z')) });
  let tenant: TestTenant;
  let projects: string[];
  let readKey: string;
  let calls: PostedCall[];

  const get = (path: string, query: object) =>
    test.request().get(path).set('X-API-Key', readKey).query(query);

  // The clocks change in these ranges; a few hundred calls around each change ensure that no bucket
  // is empty by chance.
  const CHANGES: Span[] = [
    { start_date: '2026-10-03', end_date: '2026-10-05', timezone: 'Australia/Sydney' },
    { start_date: '2026-10-24', end_date: '2026-10-26', timezone: 'Europe/Berlin' },
    { start_date: '2026-10-03', end_date: '2026-10-04', timezone: 'Australia/Lord_Howe' },
    { start_date: '2026-04-04', end_date: '2026-04-05', timezone: 'Australia/Lord_Howe' },
    { start_date: '2026-09-05', end_date: '2026-09-06', timezone: 'America/Santiago' },
  ];
  const ORDINARY: Span[] = [
    { start_date: '2026-10-02', end_date: '2026-10-04', timezone: 'Asia/Kathmandu' },
    { start_date: '2026-10-02', end_date: '2026-10-04', timezone: 'Asia/Kolkata' },
    { start_date: '2026-10-03', end_date: '2026-10-03' },
    {
      start_date: '2026-10-03',
      end_date: '2026-10-04',
      timezone: 'Europe/Berlin',
      solution_id: 'solution-1',
    },
  ];
  const PARTS: Span[] = [
    { start_date: '2026-10-03T15:35:00Z', end_date: '2026-10-03T15:50:00Z', timezone: 'Australia/Lord_Howe' },
    { start_date: '2026-10-03T10:10:00Z', end_date: '2026-10-03T10:20:30.500Z' },
    { start_date: '2026-10-25T00:30:00Z', end_date: '2026-10-25T01:30:00Z', timezone: 'Europe/Berlin' },
    { start_date: '2026-10-03T04:17:03.250Z', end_date: '2026-10-05T22:41:59Z', timezone: 'Asia/Kathmandu' },
  ];
  const EMPTY: Span[] = [
    { start_date: '2026-06-01', end_date: '2026-06-02', timezone: 'Europe/Berlin' },
    { start_date: '2027-03-01', end_date: '2027-03-03', timezone: 'Australia/Sydney' },
  ];
  const LONG: Span = { start_date: '2025-12-01', end_date: '2026-12-31', timezone: 'Australia/Lord_Howe' };
  const name = (span: object): string => Object.values(span).join(' ');
  const CASES = [...CHANGES, ...ORDINARY, ...PARTS, ...EMPTY].flatMap((span) =>
    UNITS.map((unit) => [unit, name(span), span] as [Unit, string, Span]),
  );

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    readKey = await test.world.aKey(tenant, 'full-access');
    const around: [number, string, string][] = [
      [500, '2026-10-01T00:00:00Z', '2026-10-06T00:00:00Z'],
      [300, '2026-10-23T20:00:00Z', '2026-10-27T02:00:00Z'],
      [200, '2026-04-03T10:00:00Z', '2026-04-06T00:00:00Z'],
      [200, '2026-09-04T20:00:00Z', '2026-09-07T10:00:00Z'],
      [100, '2025-12-01T00:00:00Z', '2026-05-31T00:00:00Z'],
    ];
    calls = around.flatMap(([count, from, to], i) =>
      randomCalls(count, chance(20_261_121 + i), { projectIds: projects, from, to }),
    );
    // On the exact boundaries of hours, and of the days on which clocks change.
    const edges = ['2026-10-03T14:00:00.000Z', '2026-10-03T13:59:59.999Z', '2026-10-03T16:00:00.000Z'];
    const more = ['2026-10-25T01:00:00.000Z', '2026-10-25T00:59:59.999Z', '2026-10-24T22:00:00.000Z'];
    calls.push(
      ...[...edges, ...more].map((at) =>
        aCall(projects[0]!, { started_at_utc: at, ended_at_utc: undefined }),
      ),
    );
    for (let i = 0; i < calls.length; i += 1000) await postCalls(test, tenant, calls.slice(i, i + 1000));

    const neighbour = await test.world.aTenant();
    const theirs = await test.world.aProject(neighbour);
    const span = { from: '2026-10-01T00:00:00Z', to: '2026-10-27T00:00:00Z' };
    await postCalls(test, neighbour, randomCalls(200, chance(7), { projectIds: [theirs], ...span }));
  });

  /**
   * The buckets are those of the other route; an ordinary run tries each range in one or two units.
   */
  const some = atDepth({ ordinary: someOf(CASES, 12, 0), full: CASES });

  // Hours before the first of these calls of sumUpHours are read from their calls, later ones from
  // their sums.
  describe.each(['read from the calls', 'read from hourly sums'])('%s', (source) => {
    beforeAll(async () => {
      if (source === 'read from hourly sums') await sumUpHours(test, tenant);
    });

    // calls 9.2, 9.3, 9.4
    it.each(CASES)('count the calls by %s of %s', async (granularity, _, span) => {
      for (const chosen of [span, { ...span, project_id: projects[0]! }]) {
        const response = await get('/v1/calls/timeline', { ...chosen, granularity });
        expect(response.status).toBe(200);
        expect(response.body).toEqual(expectedTimeline(calls, chosen, granularity));
      }
    });

    // calls 10.3
    it.each(some)('distribute sentiment by %s of %s', async (granularity, _, span) => {
      const response = await get('/v1/calls/sentiment/timeline', { ...span, granularity });
      expect(response.status).toBe(200);
      expect(response.body).toEqual(expectedSentimentTimeline(calls, span, granularity));
    });

    it.each(['day', 'week'] as const)('count the calls by %s of thirteen months', async (granularity) => {
      const response = await get('/v1/calls/timeline', { ...LONG, granularity });
      expect(response.body).toEqual(expectedTimeline(calls, LONG, granularity));
    });

    it.each([
      ['status', 'completed', (call: PostedCall) => call['call_status'] === 'completed'],
      ['direction', 'outbound', (call: PostedCall) => call['direction'] === 'outbound'],
      ['human_escalation', 'true', (call: PostedCall) => call['human_escalation'] === true],
    ] as const)('count only the calls of the filter %s=%s', async (filter, value, passes) => {
      const span = CHANGES[0]!;
      const response = await get('/v1/calls/timeline', { ...span, granularity: 'hour', [filter]: value });
      expect(response.body).toEqual(expectedTimeline(calls.filter(passes), span, 'hour'));
    });

    // calls 9.3
    it('add up to the total of the summary', async () => {
      for (const span of [...CHANGES, ...PARTS]) {
        const summary = (await get('/v1/calls/summary', span)).body as { total_calls: number };
        for (const granularity of UNITS) {
          const buckets = bucketsOf(await get('/v1/calls/timeline', { ...span, granularity }));
          const sum = buckets.reduce((total, bucket) => total + bucket.total_calls, 0);
          expect(sum, `${granularity} ${name(span)}`).toBe(summary.total_calls);
        }
      }
    });
  });

  // calls 9.1
  it('cut into days when no granularity is asked for', async () => {
    const span = CHANGES[1]!;
    expect((await get('/v1/calls/timeline', span)).body).toEqual(expectedTimeline(calls, span, 'day'));
    expect((await get('/v1/calls/sentiment/timeline', span)).body).toEqual(
      expectedSentimentTimeline(calls, span, 'day'),
    );
  });

  // calls 9.4; requests 9.6
  it('cover the thirty days up to now when no dates are given, the first and the last of them in part', async () => {
    const buckets = bucketsOf(await get('/v1/calls/timeline', { timezone: 'Australia/Sydney' }));
    expect(buckets).toHaveLength(31);
    expect(buckets[0]?.start_local).toBe('2026-10-22T00:00:00+11:00');
    expect(buckets.at(-1)?.start_local).toBe('2026-11-21T00:00:00+11:00');
  });

  // calls 9.5
  it('show the hour that comes twice as two buckets, and leave out the one that does not exist', async () => {
    const hoursOf = async (day: string): Promise<string[]> => {
      const zone = { timezone: 'Europe/Berlin', granularity: 'hour' };
      const buckets = bucketsOf(await get('/v1/calls/timeline', { start_date: day, end_date: day, ...zone }));
      return buckets.map((bucket) => bucket.start_local.slice(11));
    };
    const autumn = await hoursOf('2026-10-25');
    expect(autumn).toHaveLength(25);
    expect(autumn.slice(2, 4)).toEqual(['02:00:00+02:00', '02:00:00+01:00']);
    const spring = await hoursOf('2026-03-29');
    expect(spring).toHaveLength(23);
    expect(spring.slice(1, 3)).toEqual(['01:00:00+01:00', '03:00:00+02:00']);
  });

  // calls 9.3
  it('have zeros and no average for a project without calls', async () => {
    const project = await test.world.aProject(tenant);
    const span = { start_date: '2026-10-01', end_date: '2026-10-02', project_id: project };
    expect((await get('/v1/calls/timeline', span)).body).toEqual({
      timezone: 'UTC',
      granularity: 'day',
      buckets: ['2026-10-01', '2026-10-02'].map((day) => ({
        start_utc: `${day}T00:00:00.000Z`,
        start_local: `${day}T00:00:00+00:00`,
        total_calls: 0,
        completed_calls: 0,
        missed_calls: 0,
        failed_calls: 0,
        avg_duration_seconds: null,
        response_times: null,
      })),
    });
  });

  it('answer a month in hours', async () => {
    const month = { start_date: '2026-10-01', end_date: '2026-10-31', granularity: 'hour' };
    expect(bucketsOf(await get('/v1/calls/timeline', month))).toHaveLength(744);
  });

  describe.each(['/v1/calls/timeline', '/v1/calls/sentiment/timeline'])('%s', (path) => {
    // calls 9.1
    it.each(['month', 'DAY', '', '1'])(
      'refuses granularity %j and says what is allowed',
      async (granularity) => {
        const response = await get(path, { granularity });
        expect(response.status).toBe(400);
        const message = 'must be one of hour, day, week';
        expect(response.body).toEqual({
          error: {
            code: 'validation_failed',
            message: `granularity: ${message}`,
            field_errors: [{ field: 'granularity', message, code: 'value_unknown' }],
          },
          status_code: 400,
        });
      },
    );

    // calls 9.6
    it('refuses hours of more than 31 days and says what to take instead', async () => {
      const range = { start_date: '2026-10-01', end_date: '2026-11-01', granularity: 'hour' };
      const response = await get(path, range);
      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({
        details: [
          {
            loc: ['query', 'granularity'],
            type: 'range_too_long',
            msg: 'hour is allowed for at most 31 days; use day or week, or a shorter range',
          },
        ],
      });
    });

    it.each([
      [422, 'start_date', { start_date: '2026-02-30' }],
      [422, 'timezone', { timezone: '+10:00' }],
      [422, 'start_date', { start_date: '2025-01-01', end_date: '2026-10-01' }],
      [422, 'granularity', { granularity: ['day', 'week'] }],
      [400, 'status', { status: 'finished' }],
      [400, 'sentiment', { sentiment: 'negative' }],
    ])('answers %i naming %s for %j', async (status, field, query) => {
      const response = await get(path, query);
      expect(response.status).toBe(status);
      expect(JSON.stringify(response.body)).toContain(field);
    });
  });
});
