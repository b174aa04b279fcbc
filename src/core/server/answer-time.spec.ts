import { describe, expect, it } from 'vitest';
import { answerTime, FAILURE_STEP_MS, sleepUntil } from './answer-time.js';

// requests 8.11
describe('when the one failure of a route is answered', () => {
  it.each([
    [0, 250],
    [0.1, 250],
    [120, 250],
    [249.9, 250],
    [250, 250],
    [250.1, 500],
    [700, 750],
  ])('known after %f ms: after %i', (known, answered) => {
    expect(answerTime(1000.5, 1000.5 + known)).toBe(1000.5 + answered);
    expect(FAILURE_STEP_MS).toBe(250);
  });

  it('never ends a wait before its moment', async () => {
    const moments = Array.from({ length: 40 }, (_, at) => performance.now() + 5 + at * 0.37);
    const ends = await Promise.all(moments.map((moment) => sleepUntil(moment).then(() => performance.now())));
    expect(ends.filter((end, at) => end < moments[at]!)).toEqual([]);
  });
});
