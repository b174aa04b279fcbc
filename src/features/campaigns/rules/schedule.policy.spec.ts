import { expect, it } from 'vitest';
import { scheduleFault } from './schedule.policy.js';

const [early, late] = [new Date('2026-12-01T00:00:00Z'), new Date('2026-12-01T00:00:00.001Z')];

// campaigns 1.4
it.each([
  [null, null, true],
  [early, null, true],
  [null, early, true],
  [early, late, true],
  [early, early, false],
  [late, early, false],
])('a schedule from %s to %s is sound: %s', (start, end, isSound) => {
  expect(scheduleFault(start, end) === null).toBe(isSound);
});
