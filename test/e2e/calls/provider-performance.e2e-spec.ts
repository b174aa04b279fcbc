import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { expectedProviders } from '../../support/independent-timelines.js';
import { postCalls } from '../../support/post-calls.js';
import { chance, randomCalls } from '../../support/random-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';

interface Item {
  provider_label: string | null;
  calls: number;
}
interface Answer {
  items: Item[];
  other: object | null;
}

const NOTHING_REPORTED = { cost_parts: null, response_times: null };

describe('provider performance', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let projects: string[];
  let readKey: string;
  let calls: PostedCall[];

  const get = (query: object) =>
    test.request().get('/v1/calls/provider-performance').set('X-API-Key', readKey).query(query);

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    readKey = await test.world.aKey(tenant, 'full-access');
    const span = { from: '2026-09-20T00:00:00Z', to: '2026-11-10T00:00:00Z' };
    const labels = [
      'primary',
      'primary',
      'primary',
      'fallback',
      'Fallback',
      'other',
      'zürich ☎',
      null,
      undefined,
    ];
    const pick = chance(99);
    const labelled = (call: PostedCall): PostedCall => ({
      ...call,
      provider_label: labels[Math.floor(pick() * labels.length)],
    });
    calls = randomCalls(800, chance(1234), { projectIds: projects, ...span }).map(labelled);
    await postCalls(test, tenant, calls);

    const neighbour = await test.world.aTenant();
    const theirs = await test.world.aProject(neighbour);
    const others = randomCalls(100, chance(8), { projectIds: [theirs], ...span });
    await postCalls(test, neighbour, others.map(labelled));
  });

  const SPANS = [
    { start_date: '2026-09-20', end_date: '2026-11-10' },
    { start_date: '2026-10-04', end_date: '2026-10-04', timezone: 'Australia/Sydney' },
    { start_date: '2026-10-25', end_date: '2026-10-25', timezone: 'Europe/Berlin' },
    {
      start_date: '2026-10-01',
      end_date: '2026-10-31',
      timezone: 'Asia/Kathmandu',
      solution_id: 'solution-2',
    },
    { start_date: '2026-10-10T05:30:00Z', end_date: '2026-10-12T07:45:30.500Z' },
    { start_date: '2026-12-01', end_date: '2026-12-31' },
  ];

  // calls 11.1, 11.2, 11.3
  it.each(SPANS.map((span) => [Object.values(span).join(' '), span] as const))(
    'is measured from the calls of %s',
    async (_, span) => {
      for (const chosen of [span, { ...span, project_id: projects[0]! }]) {
        const response = await get(chosen);
        expect(response.status).toBe(200);
        expect(response.body).toEqual(expectedProviders(calls, chosen));
      }
    },
  );

  it('counts only the calls of the filter', async () => {
    const span = SPANS[0]!;
    const outbound = calls.filter((call) => call['direction'] === 'outbound');
    expect((await get({ ...span, direction: 'outbound' })).body).toEqual(expectedProviders(outbound, span));
  });

  it('counts every call once', async () => {
    const { items } = (await get(SPANS[0]!)).body as Answer;
    expect(items.reduce((sum, item) => sum + item.calls, 0)).toBe(calls.length);
  });

  describe('of one day', () => {
    const at = { started_at_utc: '2026-08-01T01:00:00.000Z' };
    const day = { start_date: '2026-08-01', end_date: '2026-08-01' };
    const answerOf = async (records: (project: string) => PostedCall[]): Promise<Answer> => {
      const project = await test.world.aProject(tenant);
      const posted = records(project);
      for (let i = 0; i < posted.length; i += 1000) await postCalls(test, tenant, posted.slice(i, i + 1000));
      return (await get({ ...day, project_id: project })).body as Answer;
    };

    // calls 11.2
    it('interpolates percentiles between the two nearest values', async () => {
      const { items } = await answerOf((project) =>
        [0.4, 0.1, 0.2, 0.3].map((seconds) =>
          aCall(project, { ...at, provider_label: 'primary', ai_response_seconds: seconds }),
        ),
      );
      expect(items).toEqual([
        {
          provider_label: 'primary',
          calls: 4,
          failed_calls: 0,
          failure_rate: 0,
          avg_ai_response_seconds: 0.25,
          ...NOTHING_REPORTED,
          p50_ai_response_seconds: 0.25,
          p95_ai_response_seconds: 0.385,
        },
      ]);
    });

    it('counts calls without a response time, and knows no times where none has one', async () => {
      const { items } = await answerOf((project) => [
        aCall(project, { ...at, provider_label: 'timed', ai_response_seconds: 0 }),
        aCall(project, { ...at, provider_label: 'timed', call_status: 'failed' }),
        aCall(project, { ...at, provider_label: 'untimed', call_status: 'failed' }),
      ]);
      const unknown = {
        avg_ai_response_seconds: null,
        p50_ai_response_seconds: null,
        p95_ai_response_seconds: null,
      };
      const zero = { avg_ai_response_seconds: 0, p50_ai_response_seconds: 0, p95_ai_response_seconds: 0 };
      expect(items).toEqual([
        {
          provider_label: 'timed',
          calls: 2,
          failed_calls: 1,
          failure_rate: 50,
          ...NOTHING_REPORTED,
          ...zero,
        },
        {
          provider_label: 'untimed',
          calls: 1,
          failed_calls: 1,
          failure_rate: 100,
          ...NOTHING_REPORTED,
          ...unknown,
        },
      ]);
    });

    // calls 11.3
    it('takes a blank label for none, and puts calls without one last', async () => {
      const { items } = await answerOf((project) =>
        ['', '   ', null, undefined, 'primary'].map((label) =>
          aCall(project, { ...at, provider_label: label }),
        ),
      );
      expect(items.map((item) => [item.provider_label, item.calls])).toEqual([
        ['primary', 1],
        [null, 4],
      ]);
    });

    // calls 11.4
    it('puts all labels after the hundred busiest together', async () => {
      const label = (i: number): string => `model-${String(i).padStart(3, '0')}`;
      const { items, other } = await answerOf((project) => [
        aCall(project, at),
        ...Array.from({ length: 103 }, (_, i) => aCall(project, { ...at, provider_label: label(i) })),
        aCall(project, { ...at, provider_label: label(102), ai_response_seconds: 1 }),
        aCall(project, { ...at, provider_label: label(101), ai_response_seconds: 1 }),
        aCall(project, { ...at, provider_label: label(99), call_status: 'failed', ai_response_seconds: 0.5 }),
        aCall(project, { ...at, provider_label: label(98), ai_response_seconds: 1.5 }),
      ]);
      expect(items.map((item) => item.provider_label)).toEqual([
        ...[98, 99, 101, 102].map(label),
        ...Array.from({ length: 96 }, (_, i) => label(i)),
        null,
      ]);
      expect(other).toEqual({
        labels: 3,
        calls: 3,
        failed_calls: 0,
        failure_rate: 0,
        avg_ai_response_seconds: null,
        ...NOTHING_REPORTED,
      });
    });
  });

  it('has no items for a project without calls', async () => {
    const project = await test.world.aProject(tenant);
    expect((await get({ project_id: project })).body).toEqual({ items: [], other: null });
  });

  it.each([
    [422, 'start_date', { start_date: '2026-02-30' }],
    [422, 'granularity', { granularity: 'day' }],
    [400, 'channel', { channel: 'fax' }],
  ])('answers %i naming %s for %j', async (status, field, query) => {
    const response = await get(query);
    expect(response.status).toBe(status);
    expect(JSON.stringify(response.body)).toContain(field);
  });
});
