// Rules: dispatch 4.6.
import { expect, it } from 'vitest';
import { isTripped } from './breaker.policy.js';

it.each([
  [9, 9, false],
  [10, 4, false],
  [10, 5, true],
  [11, 5, false],
  [11, 6, true],
  [1000, 500, true],
  [0, 0, false],
])('of %i attempts %i failed: %s', (ended, failed, expected) => {
  expect(isTripped({ ended, failed })).toBe(expected);
});
