/** The largest distance between the distributions of two samples, from 0 to 1. */
export function distance(one: readonly number[], other: readonly number[]): number {
  const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
  const [a, b] = [sorted(one), sorted(other)];
  let [i, j, most] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i]!, b[j]!);
    while (a[i] === value) i += 1;
    while (b[j] === value) j += 1;
    most = Math.max(most, Math.abs(i / a.length - j / b.length));
  }
  return most;
}

// The critical value of the two-sample test at 5 %: the square root of -ln(0.05 / 2) / 2.
const AT_FIVE_PERCENT = Math.sqrt(-Math.log(0.025) / 2);

/**
 * Whether the two-sample Kolmogorov-Smirnov test distinguishes two samples at 5 %: for samples of
 * the same kind it does so once in twenty times.
 */
export const areToldApart = (one: readonly number[], other: readonly number[]): boolean =>
  distance(one, other) >
  AT_FIVE_PERCENT * Math.sqrt((one.length + other.length) / (one.length * other.length));
