import { describe, expect, it } from 'vitest';
import { voiceUnits } from './units.policy.js';

// billing 5.2
describe('the units of a call', () => {
  it.each([
    [null, 0],
    [-1, 0],
    [-0.001, 0],
    [0, 0],
    [0.001, 1],
    [0.999, 1],
    [1, 1],
    [59.999, 1],
    [60, 1],
    [60.999, 1],
    [61, 2],
    [119.5, 2],
    [120, 2],
    [120.999, 2],
    [121, 3],
    [3_600, 60],
    [3_601, 61],
    [86_400, 1_440],
  ])('of %s seconds are %d', (seconds, units) => {
    expect(voiceUnits(seconds)).toBe(units);
  });
});
