import { describe, expect, it } from 'vitest';
import { pauseAfter } from './backoff.policy.js';

const KIND = { retries: 12, firstDelayMs: 30_000 };

describe('the pause after an attempt that failed', () => {
  it.each([
    [1, 30_000],
    [2, 60_000],
    [3, 120_000],
    [7, 1_920_000],
    [8, 3_600_000],
    [12, 3_600_000],
  ])('number %i is %i ms in the middle', (attempt, pause) => {
    expect(pauseAfter(KIND, attempt, 0.5)).toBe(pause);
  });

  it.each([
    [0, 22_500],
    [1, 37_500],
  ])('is a quarter off at most: %d', (random, pause) => {
    expect(pauseAfter(KIND, 1, random)).toBe(pause);
  });

  it('is none after the last', () => {
    expect(pauseAfter(KIND, 13, 0.5)).toBeNull();
    expect(pauseAfter({ retries: 0, firstDelayMs: 1 }, 1, 0.5)).toBeNull();
  });
});
