import { DateTime } from 'luxon';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { atDepth } from '../../support/depth.js';
import { differsByFew, mixOf, PROJECT_ZONE } from '../../support/independent-caller-mix.js';
import type { Mix } from '../../support/independent-caller-mix.js';
import { postCalls } from '../../support/post-calls.js';
import { chance } from '../../support/random-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';

const FIRST_DAY = DateTime.fromISO('2026-07-06', { zone: PROJECT_ZONE });
// Calls of each day: busy, quiet and empty ones, a day whose callers all called before, and a day
// of one caller.
const DAYS = [30, 14, 1, 40, 0, 2, 25] as const;
const SOLUTIONS = [undefined, 'large', 'medium', 'small'] as const;
const ZONES = [
  undefined,
  PROJECT_ZONE,
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Brisbane',
] as const;

interface Metrics {
  readonly unique_callers: number;
  readonly new_callers: number;
  readonly returning_callers: number;
}

/** One answer of the route, and the callers that it describes. */
interface Answer {
  readonly question: string;
  readonly from: number;
  readonly to: number;
  readonly solution: (typeof SOLUTIONS)[number];
  readonly metrics: Metrics;
  readonly truth: Mix;
}

const SEEDS = atDepth({ ordinary: [1], full: [1, 2, 3] });

const isFew = (difference: number): boolean => difference !== 0 && Math.abs(difference) < 5;

describe('the caller mix of selections that are subtracted from each other', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let key: string;

  const day = (place: number): DateTime => FIRST_DAY.plus({ days: place });
  const ask = async (query: object): Promise<{ reason_code: string; metrics: Metrics | null }> => {
    const response = await test
      .request()
      .get('/v1/calls/dashboard/privacy-aggregates')
      .set('X-API-Key', key)
      .query(query);
    expect(response.status, response.text).toBe(200);
    return (response.body as { caller_mix: { reason_code: string; metrics: Metrics | null } }).caller_mix;
  };

  function callsOf(project: string, seed: number): PostedCall[] {
    const random = chance(seed);
    const call = (place: number, caller: number, solution: number): PostedCall =>
      aCall(project, {
        started_at_utc: day(place)
          .plus({ minutes: 30 + Math.floor(random() * 1380) })
          .toUTC()
          .toISO(),
        ended_at_utc: null,
        caller_number: `+614915${String(10_000 + caller)}`,
        solution_id: [undefined, 'large', 'large', 'large', 'medium', 'medium'][solution] ?? 'small',
      });
    const before = Array.from({ length: 30 }, (_, place) =>
      call(-1 - Math.floor(random() * 29), place, 1 + (place % 4)),
    );
    const inside = DAYS.flatMap((calls, place) =>
      Array.from({ length: calls }, (_, index) =>
        // The small solution has three callers that no other solution has.
        index === 3 && calls > 20
          ? call(place, 900 + place, 6)
          : call(place, Math.floor(random() * 80), 1 + Math.floor(random() * 5)),
      ),
    );
    return [...before, ...inside];
  }

  /** This many callers starting at `first`, each with calls on these days. */
  const callsOn = (
    project: string,
    first: number,
    callers: number,
    days: readonly DateTime[],
  ): PostedCall[] =>
    Array.from({ length: callers }, (_, caller) =>
      days.map((date) =>
        aCall(project, {
          started_at_utc: date.plus({ hours: 9 }).toUTC().toISO(),
          ended_at_utc: null,
          caller_number: `+6149157${first + caller}`,
        }),
      ),
    ).flat();

  async function answersOf(project: string, calls: readonly PostedCall[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const [from] of DAYS.entries()) {
      for (let to = from; to < DAYS.length; to += 1) {
        for (const solution of SOLUTIONS) {
          const range = { start_date: day(from).toISODate(), end_date: day(to).toISODate() };
          const { metrics } = await ask({ ...range, project_id: project, solution_id: solution });
          if (metrics === null || metrics.unique_callers === 0) continue;
          const chosen = calls.filter((call) => solution === undefined || call['solution_id'] === solution);
          const question = `${from} to ${to} of ${solution ?? 'all'}`;
          const truth = mixOf(chosen, day(from), day(to));
          answers.push({ question, from, to, solution, metrics, truth });
        }
      }
    }
    return answers;
  }

  const isInside = (part: Answer, whole: Answer): boolean =>
    part !== whole &&
    part.from >= whole.from &&
    part.to <= whole.to &&
    (whole.solution === undefined || whole.solution === part.solution);

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    key = await test.world.aKey(tenant, 'full-access');
  });

  // calls 13.7
  it.each(SEEDS)('differ by nobody or by five people and more, in calls of seed %i', async (seed) => {
    const project = await test.world.aProject(tenant);
    const calls = callsOf(project, seed);
    await postCalls(test, tenant, calls);
    const answers = await answersOf(project, calls);
    const found = answers.flatMap((whole) =>
      answers
        .filter((part) => isInside(part, whole))
        .flatMap((part) => {
          const pair = `${whole.question} less ${part.question}`;
          // A person who is new in one result and returns in the other counts in both differences,
          // so the people themselves are compared.
          return isFew(whole.metrics.unique_callers - part.metrics.unique_callers) ||
            isFew(whole.metrics.returning_callers - part.metrics.returning_callers) ||
            differsByFew(whole.truth, part.truth)
            ? [pair]
            : [];
        }),
    );
    expect(found).toEqual([]);
    for (const { question, metrics, truth } of answers) {
      expect([question, metrics]).toMatchObject([
        question,
        {
          unique_callers: truth.unique.size,
          new_callers: truth.fresh.size,
          returning_callers: truth.returning.size,
        },
      ]);
    }
    // The rule would also hold for a route that returns nothing.
    expect(answers.length).toBeGreaterThan(5);
  });

  // calls 13.7
  it('are withheld for one who returns, beside five whom the look-back of the second day knows', async () => {
    const project = await test.world.aProject(tenant);
    await postCalls(test, tenant, [
      ...callsOn(project, 2000, 5, [day(0)]),
      ...callsOn(project, 2100, 1, [day(0), day(0)]),
      ...callsOn(project, 2200, 5, [day(0), day(1)]),
      ...callsOn(project, 2300, 5, [day(1)]),
    ]);
    const asked = (from: number, to: number) =>
      ask({ project_id: project, start_date: day(from).toISODate(), end_date: day(to).toISODate() });
    expect((await asked(1, 1)).metrics).toMatchObject({ unique_callers: 10, returning_callers: 5 });
    expect(await asked(0, 1)).toMatchObject({ reason_code: 'below_k', metrics: null });
  });

  // calls 13.7, calls-ingest 2.6
  it('are withheld for one whose call is planned for tomorrow', async () => {
    const project = await test.world.aProject(tenant);
    const today = DateTime.now().setZone(PROJECT_ZONE).startOf('day');
    const tomorrow = today.plus({ days: 1 });
    await postCalls(test, tenant, [
      ...callsOn(project, 3000, 5, [today]),
      ...callsOn(project, 3100, 5, [today, today]),
      ...callsOn(project, 3200, 1, [tomorrow]),
    ]);
    const until = (last: DateTime) =>
      ask({ project_id: project, start_date: today.toISODate(), end_date: last.toISODate() });
    expect((await until(today)).metrics).toMatchObject({ unique_callers: 10 });
    expect(await until(tomorrow)).toMatchObject({ reason_code: 'below_k', metrics: null });
  });

  // requests 9.10. PostgreSQL reads CET as an offset; the rules of America/Edmonton and
  // Africa/Casablanca changed in 2026.
  it.each([
    ['CET', '2026-07-06'],
    ['EET', '2026-07-06'],
    ['America/Edmonton', '2026-11-09'],
    ['Africa/Casablanca', '2026-10-12'],
    ['America/Mexico_City', '2026-07-06'],
    ['Asia/Almaty', '2026-07-06'],
    ['Africa/Cairo', '2026-07-06'],
  ])('are compared by the days of %s as every other answer has them', async (zone, date) => {
    const project = await test.world.aProject(tenant);
    await test.world.sql('UPDATE projects SET timezone = $2 WHERE project_id = $1', [project, zone]);
    const first = DateTime.fromISO(date, { zone });
    const last = first.plus({ days: 1 });
    // Half an hour into the second day, and half an hour before it ends.
    const atTheEdges = [last.minus({ hours: 8.5 }), last.plus({ hours: 14.5 })];
    await postCalls(test, tenant, [
      ...callsOn(project, 4000, 6, [first]),
      ...callsOn(project, 4100, 3, atTheEdges.slice(0, 1)),
      ...callsOn(project, 4200, 3, atTheEdges.slice(1)),
    ]);
    const days = { start_date: first.toISODate(), end_date: last.toISODate() };
    const ofOneDay = { start_date: last.toISODate(), end_date: last.toISODate() };
    expect((await ask({ ...ofOneDay, project_id: project })).metrics).toMatchObject({ unique_callers: 6 });
    expect((await ask({ ...days, project_id: project })).metrics).toMatchObject({ unique_callers: 12 });
    await postCalls(test, tenant, callsOn(project, 4300, 3, [last.plus({ days: 1 }).minus({ hours: 8.5 })]));
    const longer = { ...days, end_date: last.plus({ days: 1 }).toISODate() };
    expect(await ask({ ...longer, project_id: project })).toMatchObject({
      reason_code: 'below_k',
      metrics: null,
    });
    const timeline = await test
      .request()
      .get('/v1/calls/timeline')
      .set('X-API-Key', key)
      .query({ ...longer, project_id: project, timezone: zone, granularity: 'day' })
      .expect(200);
    const { buckets } = timeline.body as { buckets: { total_calls: number }[] };
    expect(buckets.map(({ total_calls: calls }) => calls)).toEqual([6, 6, 3]);
  });

  // calls 13.6
  it('are answered in one zone alone', async () => {
    const project = await test.world.aProject(tenant);
    await postCalls(test, tenant, callsOf(project, 4));
    const answered = new Set<unknown>();
    for (const timezone of ZONES) {
      for (const [place] of DAYS.entries()) {
        const date = day(place).toISODate();
        const { metrics } = await ask({ project_id: project, start_date: date, end_date: date, timezone });
        if (metrics !== null && metrics.unique_callers > 0) answered.add(timezone ?? PROJECT_ZONE);
      }
    }
    expect([...answered]).toEqual([PROJECT_ZONE]);
  });

  // calls 13.3
  it('are of one project each, whose callers are unknown to the next', async () => {
    const projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    const days = { start_date: '2026-07-06', end_date: '2026-07-06' };
    const sixCallers = (project: string): PostedCall[] =>
      Array.from({ length: 6 }, (_, index) =>
        aCall(project, {
          started_at_utc: '2026-07-06T01:00:00.000Z',
          caller_number: `+6149157${1000 + index}`,
        }),
      );
    await postCalls(test, tenant, projects.flatMap(sixCallers));
    for (const project_id of projects) {
      expect((await ask({ ...days, project_id })).metrics).toMatchObject({
        unique_callers: 6,
        new_callers: 6,
      });
    }
  });
});
