/** The bounds of a 95 % interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A difference of two versions with its interval. */
export interface Difference extends Interval {
  readonly value: number;
}

/** Calls for which something is true, out of all calls. */
export interface Share {
  readonly count: number;
  readonly calls: number;
}

/** The values of calls whose value is known, as sums. */
export interface Sample {
  readonly calls: number;
  readonly sum: number;
  readonly sumOfSquares: number;
}

/** The standard normal quantile of a two-sided 95 % interval. */
const Z95 = 1.959963984540054;

/** Fewer values than this have no interval: their variance would be a guess. */
const MIN_SAMPLE = 5;

/** Wilson's interval of a share of at least one call. */
export function wilson({ count, calls }: Share): Interval {
  const square = Z95 ** 2;
  const centre = count + square / 2;
  const width = Z95 * Math.sqrt((count * (calls - count)) / calls + square / 4);
  return {
    low: count === 0 ? 0 : (centre - width) / (calls + square),
    high: count === calls ? 1 : (centre + width) / (calls + square),
  };
}

/** The share of `b` less that of `a`, with Newcombe's hybrid interval; null without calls. */
export function shareDifference(a: Share, b: Share): Difference | null {
  if (a.calls === 0 || b.calls === 0) return null;
  const [before, after] = [a.count / a.calls, b.count / b.calls];
  const [ofA, ofB] = [wilson(a), wilson(b)];
  const value = after - before;
  return {
    value,
    low: value - Math.hypot(after - ofB.low, ofA.high - before),
    high: value + Math.hypot(ofB.high - after, before - ofA.low),
  };
}

/** The mean of `b` less that of `a`, with Welch's interval; null below five values on a side. */
export function meanDifference(a: Sample, b: Sample): Difference | null {
  if (a.calls < MIN_SAMPLE || b.calls < MIN_SAMPLE) return null;
  const value = b.sum / b.calls - a.sum / a.calls;
  const [ofA, ofB] = [squaredError(a), squaredError(b)];
  const squared = ofA + ofB;
  if (squared === 0) return { value, low: value, high: value };
  const freedom = squared ** 2 / (ofA ** 2 / (a.calls - 1) + ofB ** 2 / (b.calls - 1));
  const width = studentQuantile(freedom) * Math.sqrt(squared);
  return { value, low: value - width, high: value + width };
}

/** The square of a mean's standard error. Rounding may make a variance of 0 slightly negative. */
function squaredError({ calls, sum, sumOfSquares }: Sample): number {
  return Math.max(0, (sumOfSquares - sum ** 2 / calls) / (calls - 1)) / calls;
}

/**
 * Student's quantile of a two-sided 95 % interval, by the expansion of Cornish and Fisher. From 4
 * degrees of freedom on, which MIN_SAMPLE ensures, it is within 0.2 %.
 */
export function studentQuantile(freedom: number): number {
  const z = Z95;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3) +
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / (92_160 * freedom ** 4)
  );
}

/**
 * The standard score of a difference between two shares under the hypothesis of no difference; 0 if
 * all calls are alike.
 */
export function shareScore(a: Share, b: Share): number {
  const pooled = (a.count + b.count) / (a.calls + b.calls);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.calls + 1 / b.calls));
  return error > 0 ? (b.count / b.calls - a.count / a.calls) / error : 0;
}

/** Whether enough calls of each kind are expected on each side for a normal score. */
export function isScoreNormal(a: Share, b: Share): boolean {
  const pooled = (a.count + b.count) / (a.calls + b.calls);
  return Math.min(a.calls, b.calls) * Math.min(pooled, 1 - pooled) >= MIN_EXPECTED;
}

/** The usual limit of the normal approximation. */
const MIN_EXPECTED = 5;

/** The probability of a standard score at least as far from 0 by chance. */
export function chanceOf(score: number): number {
  return complementaryError(Math.abs(score) / Math.SQRT2);
}

/** The complementary error function of a number from 0 on, within 1.2e-7 of its value. */
function complementaryError(x: number): number {
  const t = 1 / (1 + x / 2);
  const series = ERROR_SERIES.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  return t * Math.exp(-(x ** 2) + series);
}

/** A Chebyshev fit in powers of t, lowest first (Press et al., Numerical Recipes, 6.2). */
const ERROR_SERIES = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];
