import { beforeEach, describe, expect, it } from 'vitest';
import { CallRollup } from '../../../src/features/calls/rollup/call-rollup.service.js';
import type { VersionPerformanceResponse } from '../../../src/features/version-performance/comparison/comparison.response.js';
import { aCall } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { codeOf, fieldsOf, useProjectFixture } from '../configuration/editing.js';
import { booking, publishDraft, save, send } from './releasing.js';
import { end, publishFirstVersion, staged } from './staging.js';

const NOW = '2026-10-10T02:00:00.000Z';
const HOUR = 3_600_000;

describe('the comparison of versions by their calls', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const desk = useProjectFixture(test);

  beforeEach(() => clock.set(NOW));

  /**
   * Ended calls of a version, one per minute from an instant on; each part covers the first calls.
   */
  const calls = (
    version: number | undefined,
    from: string,
    counts: { all: number; failed?: number; abandoned?: number; escalated?: number },
    over: PostedCall = {},
  ): PostedCall[] =>
    Array.from({ length: counts.all }, (_, place) => {
      const hasFailed = place < (counts.failed ?? 0);
      const isAbandoned = !hasFailed && place < (counts.failed ?? 0) + (counts.abandoned ?? 0);
      return aCall(desk.projectId, {
        ...(version !== undefined && { version_number: version }),
        direction: 'inbound',
        call_status: hasFailed ? 'failed' : 'completed',
        started_at_utc: new Date(Date.parse(from) + place * 10_000).toISOString(),
        ended_at_utc: undefined,
        resolution_status: hasFailed ? undefined : isAbandoned ? 'abandoned' : 'resolved',
        human_escalation: place < (counts.escalated ?? 0),
        sentiment: place % 2 === 0 ? 'positive' : 'negative',
        duration_seconds: 60 + (place % 3),
        cost_usd: 0.1,
        ai_response_seconds: version === 2 ? 0.5 : 0.7,
        response_times: { turns: 9, p50_ms: version === 2 ? 700 : 900, p95_ms: 1_200, max_ms: 1_800 },
        ...over,
      });
    });
  const compare = (query: object) =>
    send(test, desk, 'get', `version-performance?${new URLSearchParams({ ...query })}`);
  const compared = async (query: object = {}): Promise<VersionPerformanceResponse> =>
    (await compare({ a: '1', b: '2', ...query }).expect(200)).body as VersionPerformanceResponse;
  const figureOf = (answer: VersionPerformanceResponse, name: string) =>
    answer.figures.find(({ figure }) => figure === name)!;

  /** Version 1 is published, and version 2 is staged from now on for two hours. */
  async function twoLive(): Promise<void> {
    await publishFirstVersion(test, desk);
    await staged(test, desk);
    clock.advance(2 * HOUR);
  }

  // version-performance 1.3, 2.1, 3.1, 4.1
  it('shows which of two live versions did better, and by how much', async () => {
    await twoLive();
    await postCalls(test, desk.tenant, [
      ...calls(1, NOW, { all: 300, failed: 15, abandoned: 30, escalated: 60 }),
      ...calls(2, NOW, { all: 200, failed: 80, abandoned: 20, escalated: 40 }),
      // Calls in progress, earlier calls, and calls whose version is inferred.
      ...calls(2, NOW, { all: 3 }, { call_status: 'in_progress' }),
      ...calls(1, '2026-10-10T01:00:00.000Z', { all: 7, failed: 7 }),
      ...calls(undefined, NOW, { all: 4, failed: 4 }),
    ]);
    const answer = await compared();
    expect(answer).toMatchObject({
      comparable: true,
      reasons: [],
      a: { version_number: 1, calls: 300 },
      b: { version_number: 2, calls: 200 },
      live_together: { from_utc: NOW, to_utc: '2026-10-10T04:00:00.000Z', is_active: true },
      inferred_calls: 4,
      verdict: { result: 'worse', reason: 'clear_difference', calls_judged: 200, calls_needed: null },
    });
    expect(answer.verdict.decided_by[0]).toBe('failed');
    expect(figureOf(answer, 'failed')).toEqual({
      figure: 'failed',
      unit: 'percent',
      better: 'lower',
      about_people: false,
      a: { value: 5, calls: 300 },
      b: { value: 40, calls: 200 },
      difference: { value: 35, low: 27.77, high: 42.19 },
    });
    expect(figureOf(answer, 'ai_response_seconds')).toMatchObject({
      a: { value: 0.7, calls: 300 },
      b: { value: 0.5, calls: 200 },
      difference: { value: -0.2, low: -0.2, high: -0.2 },
    });
    expect(figureOf(answer, 'response_p50_ms').difference).toEqual({ value: -200, low: -200, high: -200 });
    expect(figureOf(answer, 'sentiment_upset')).toMatchObject({ a: { value: 50 }, b: { value: 50 } });
    await test.app.get(CallRollup, { strict: false }).refresh(desk.tenant, HOUR);
    expect(await compared()).toEqual(answer);
  });

  // version-performance 2.2
  it('says loudly that versions cannot be compared that were not live at once', async () => {
    await publishFirstVersion(test, desk);
    clock.advance(HOUR);
    await publishDraft(test, desk);
    clock.advance(HOUR);
    await postCalls(test, desk.tenant, [
      ...calls(1, NOW, { all: 200 }),
      ...calls(2, '2026-10-10T03:00:00.000Z', { all: 200, failed: 200 }),
    ]);
    expect(await compared()).toMatchObject({
      comparable: false,
      reasons: ['not_live_together'],
      live_together: null,
      a: { calls: 200 },
      b: { calls: 200 },
      verdict: { result: 'cannot_tell', reason: 'not_comparable', decided_by: [] },
    });
  });

  // version-performance 2.2
  it.each<[string, object, PostedCall, string]>([
    ['numbers were chosen', { numbers: ['+61491570006'] }, {}, 'numbers_chosen'],
    ['directions differ', { percent: 50 }, { direction: 'outbound' }, 'no_common_direction'],
  ])('calls no version better where %s', async (_, share, over, reason) => {
    await publishFirstVersion(test, desk);
    await staged(test, desk, share);
    clock.advance(2 * HOUR);
    await postCalls(test, desk.tenant, [
      ...calls(1, NOW, { all: 200 }),
      ...calls(2, NOW, { all: 200, failed: 200 }, over),
    ]);
    expect(await compared()).toMatchObject({
      comparable: false,
      reasons: [reason],
      a: { calls: 200 },
      b: { calls: 200 },
      verdict: { reason: 'not_comparable' },
    });
  });

  // version-performance 3.2, 3.3
  it('shows no figure about fewer than five people, nor one by subtraction', async () => {
    await twoLive();
    await postCalls(test, desk.tenant, [
      ...calls(1, NOW, { all: 6 }),
      ...calls(2, NOW, { all: 4, failed: 1 }, { sentiment: 'negative' }),
    ]);
    const answer = await compared();
    expect(figureOf(answer, 'failed')).toMatchObject({ b: { value: 25, calls: 4 } });
    for (const { about_people: isAboutPeople, b } of answer.figures)
      if (isAboutPeople) expect(b).toEqual({ value: null, calls: 0 });
    expect(figureOf(answer, 'sentiment_positive').a).toEqual({ value: 50, calls: 6 });
    // A range including the next day would reveal its only call.
    clock.advance(24 * HOUR);
    await postCalls(test, desk.tenant, calls(1, '2026-10-11T02:00:00.000Z', { all: 1 }));
    expect(figureOf(await compared(), 'sentiment_positive').a).toEqual({ value: 50, calls: 6 });
    expect(figureOf(await compared(), 'failed').a.calls).toBe(7);
  });

  // version-performance 1.1
  it('refuses versions that the project does not have, and a version and itself', async () => {
    await publishFirstVersion(test, desk);
    for (const b of ['2', '2147483647']) await compare({ a: '1', b }).expect(404);
    const same = await compare({ a: '1', b: '1' }).expect(422);
    expect(fieldsOf(same)).toEqual([['b', 'same_version']]);
    for (const b of ['0', '-1', 'draft', '1.5', '']) await compare({ a: '1', b }).expect(422);
    expect(codeOf(await compare({ a: '1' }).expect(422))).toBe('validation_error');
  });

  // version-performance 1.2
  it('takes whole days of the project, 92 at most', async () => {
    await twoLive();
    await end(test, desk, 'take-back', 2).expect(200);
    const range = await compared({ start_date: '2026-10-10', end_date: '2026-10-10' });
    expect(range).toMatchObject({ comparable: true, from_utc: NOW, live_together: { is_active: false } });
    expect(await compared({ end_date: '2026-10-01' })).toMatchObject({ reasons: ['not_live_together'] });
    await compare({ a: '1', b: '2', start_date: '2026-10-10T00:00:00Z' }).expect(422);
    const long = await compare({ a: '1', b: '2', start_date: '2026-06-01' }).expect(422);
    expect(fieldsOf(long)).toEqual([['start_date', 'range_too_long']]);
  });

  // version-performance 4.3
  it('judges only from the beginning of the staged release on', async () => {
    await twoLive();
    await postCalls(test, desk.tenant, [
      ...calls(1, NOW, { all: 200 }),
      ...calls(2, NOW, { all: 200, failed: 200 }),
    ]);
    clock.advance(48 * HOUR);
    expect((await compared({ start_date: '2026-10-11' })).verdict.reason).toBe('range_begins_later');
    expect((await compared({ start_date: '2026-10-10' })).verdict.result).toBe('worse');
  });

  it('counts a draft saved later to no version', async () => {
    await twoLive();
    await save(test, desk, 'booking', booking(['2026-12-27']));
    expect(await compared()).toMatchObject({ a: { calls: 0 }, b: { calls: 0 } });
  });
});
