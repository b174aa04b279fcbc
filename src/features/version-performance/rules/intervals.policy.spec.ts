import { describe, expect, it } from 'vitest';
import {
  chanceOf,
  isScoreNormal,
  meanDifference,
  shareDifference,
  shareScore,
  studentQuantile,
  wilson,
  type Sample,
} from './intervals.policy.js';

const sampleOf = (values: readonly number[]): Sample => ({
  calls: values.length,
  sum: values.reduce((sum, it) => sum + it, 0),
  sumOfSquares: values.reduce((sum, it) => sum + it ** 2, 0),
});

// version-performance 3.4; the values of Newcombe, Statistics in Medicine 17 (1998), method 3
describe("Wilson's interval", () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [20, 20, 0.8389, 1],
  ])('%i of %i', (count, calls, low, high) => {
    const interval = wilson({ count, calls });
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });
});

// version-performance 3.4; the values of Newcombe, Statistics in Medicine 17 (1998), method 10
describe('the difference of two shares', () => {
  it.each([
    [56, 70, 48, 80, 0.2, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.6, 0.1705, 0.809],
    [6, 7, 2, 7, 0.5714, 0.0582, 0.8062],
    [5, 56, 0, 29, 0.0893, -0.0381, 0.1926],
    [0, 10, 0, 20, 0, -0.1611, 0.2775],
    [10, 10, 0, 20, 1, 0.6791, 1],
    [10, 10, 0, 10, 1, 0.6075, 1],
  ])('%i of %i, less %i of %i', (count, calls, otherCount, otherCalls, value, low, high) => {
    const difference = shareDifference({ count: otherCount, calls: otherCalls }, { count, calls })!;
    expect(difference.value).toBeCloseTo(value, 4);
    expect(difference.low).toBeCloseTo(low, 4);
    expect(difference.high).toBeCloseTo(high, 4);
  });

  it('is unknown without calls on a side', () => {
    expect(shareDifference({ count: 0, calls: 0 }, { count: 1, calls: 2 })).toBeNull();
    expect(shareDifference({ count: 1, calls: 2 }, { count: 0, calls: 0 })).toBeNull();
  });
});

// version-performance 3.4
describe('the difference of two means', () => {
  // Student's sleep data, whose Welch interval every statistics package prints.
  const first = sampleOf([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]);
  const second = sampleOf([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);

  it('has the interval of Welch', () => {
    const difference = meanDifference(first, second)!;
    expect(difference.value).toBeCloseTo(1.58, 6);
    expect(difference.low).toBeCloseTo(-0.2055, 4);
    expect(difference.high).toBeCloseTo(3.3655, 4);
  });

  it('has no width where no value differs', () => {
    const same = sampleOf(Array.from({ length: 5 }, () => 7));
    expect(meanDifference(same, same)).toEqual({ value: 0, low: 0, high: 0 });
  });

  it.each([0, 1, 4])('is unknown for %i values', (count) => {
    const few = sampleOf([1, 2, 3, 4].slice(0, count));
    expect(meanDifference(few, first)).toBeNull();
    expect(meanDifference(first, few)).toBeNull();
  });

  it.each([
    [4, 2.776],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
    [1e9, 1.96],
  ])("takes Student's quantile for %d degrees of freedom", (freedom, quantile) => {
    expect(Math.abs(studentQuantile(freedom) - quantile)).toBeLessThan(0.001);
  });
});

// version-performance 4.2
describe('the score of a difference', () => {
  it.each([
    [0, 1],
    [1.959964, 0.05],
    [-1.959964, 0.05],
    [2.575829, 0.01],
    [3.290527, 0.001],
    [6, 1.973e-9],
  ])('%d is by chance in %d', (score, chance) => {
    expect(chanceOf(score) / chance).toBeCloseTo(1, 3);
  });

  it('is 0 where all calls are alike', () => {
    expect(shareScore({ count: 0, calls: 9 }, { count: 0, calls: 9 })).toBe(0);
    expect(shareScore({ count: 9, calls: 9 }, { count: 9, calls: 9 })).toBe(0);
  });

  it('has the sign of the difference', () => {
    expect(shareScore({ count: 50, calls: 100 }, { count: 65, calls: 100 })).toBeCloseTo(2.1456, 4);
    expect(shareScore({ count: 65, calls: 100 }, { count: 50, calls: 100 })).toBeCloseTo(-2.1456, 4);
  });

  it.each([
    [5, 5, true],
    [5, 4, false],
    [95, 95, true],
    [96, 95, false],
  ])('%i and %i of 100 calls are enough: %s', (one, other, isNormal) => {
    expect(isScoreNormal({ count: one, calls: 100 }, { count: other, calls: 100 })).toBe(isNormal);
  });
});
