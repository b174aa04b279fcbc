import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { expectedSentiment } from '../../support/independent-timelines.js';
import { postCalls, sumUpHours } from '../../support/post-calls.js';
import { chance, randomCalls } from '../../support/random-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';

const PATH = '/v1/calls/sentiment';

describe('call sentiment', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let projects: string[];
  let readKey: string;
  let calls: PostedCall[];

  const get = (query: object, path = PATH) => test.request().get(path).set('X-API-Key', readKey).query(query);

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    readKey = await test.world.aKey(tenant, 'read-only');
    const span = { from: '2026-09-20T00:00:00Z', to: '2026-11-10T00:00:00Z' };
    calls = randomCalls(600, chance(4711), { projectIds: projects, ...span });
    await postCalls(test, tenant, calls);

    const neighbour = await test.world.aTenant();
    const theirs = await test.world.aProject(neighbour);
    await postCalls(test, neighbour, randomCalls(100, chance(8), { projectIds: [theirs], ...span }));
  });

  const SPANS = [
    { start_date: '2026-09-20', end_date: '2026-11-10' },
    { start_date: '2026-10-04', end_date: '2026-10-04', timezone: 'Australia/Sydney' },
    { start_date: '2026-10-25', end_date: '2026-10-25', timezone: 'Europe/Berlin' },
    { start_date: '2026-10-04', end_date: '2026-10-10', timezone: 'Australia/Lord_Howe' },
    {
      start_date: '2026-10-01',
      end_date: '2026-10-31',
      timezone: 'Asia/Kathmandu',
      solution_id: 'solution-2',
    },
    { start_date: '2026-10-10T05:30:00Z', end_date: '2026-10-12T07:45:30.500Z' },
    { start_date: '2026-12-01', end_date: '2026-12-31' },
  ];

  describe.each(['read from the calls', 'read from hourly sums'])('%s', (source) => {
    beforeAll(async () => {
      if (source === 'read from hourly sums') await sumUpHours(test, tenant);
    });

    // calls 10.1, 10.2
    it.each(SPANS.map((span) => [Object.values(span).join(' '), span] as const))(
      'counts and shares the calls of %s',
      async (_, span) => {
        for (const chosen of [span, { ...span, project_id: projects[0]! }]) {
          const response = await get(chosen);
          expect(response.status).toBe(200);
          expect(response.body).toEqual(expectedSentiment(calls, chosen));
        }
      },
    );

    it.each(['positive', 'neutral', 'upset', 'unclassified'])(
      'finds as many %s calls as the filter of that name',
      async (word) => {
        const span = SPANS[0]!;
        const all = (await get(span)).body as { distribution: Record<string, number> };
        const response = await get({ ...span, sentiment: word });
        expect(response.body).toMatchObject({ total_calls: all.distribution[word], share: { [word]: 100 } });
      },
    );

    // calls 7.6
    it('agrees with the summary, which says negative where this says upset', async () => {
      const response = await get(SPANS[0]!);
      const { distribution, total_calls } = response.body as {
        distribution: Record<string, number>;
        total_calls: number;
      };
      expect((await get(SPANS[0]!, '/v1/calls/summary')).body).toMatchObject({
        total_calls,
        sentiment_distribution: {
          positive: distribution['positive'],
          neutral: distribution['neutral'],
          negative: distribution['upset'],
        },
      });
    });
  });

  // calls 3.9
  it("takes the caller's sentiment only where the call has none", async () => {
    const project = await test.world.aProject(tenant);
    const at = { started_at_utc: '2026-08-01T01:00:00.000Z' };
    await postCalls(test, tenant, [
      aCall(project, { ...at, sentiment: 'positive', caller_sentiment: 'negative' }),
      aCall(project, { ...at, caller_sentiment: 'negative' }),
      aCall(project, at),
    ]);
    const day = { start_date: '2026-08-01', end_date: '2026-08-01', project_id: project };
    expect((await get(day)).body).toEqual({
      total_calls: 3,
      distribution: { positive: 1, neutral: 0, upset: 1, unclassified: 1 },
      share: { positive: 33.33, neutral: 0, upset: 33.33, unclassified: 33.33 },
    });
  });

  // calls 10.2
  it('is all zeros for a project without calls', async () => {
    const zero = { positive: 0, neutral: 0, upset: 0, unclassified: 0 };
    expect((await get({ project_id: await test.world.aProject(tenant) })).body).toEqual({
      total_calls: 0,
      distribution: zero,
      share: zero,
    });
  });

  it('knows no granularity', async () => {
    const response = await get({ granularity: 'day' });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ details: [{ loc: ['query', 'granularity'] }] });
  });
});
