import type { Child } from './children.ts';
import type { Platform } from './platform.ts';

/** One measurement: what it compares, and its target. */
export interface Row<B extends Bench = Bench> {
  readonly id: string;
  readonly what: string;
  readonly against: string;
  readonly unit: string;
  /** Null if the figure is only informative. */
  readonly target: Target | null;
  /** A deliberate mistake that must miss the target, which proves that the row can fail. */
  readonly control?: string;
  measure(bench: B, worsened: boolean): Promise<Figures>;
}

/** The limit of the ratio to the floor, or of our own figure if there is no floor. */
export type Target = { readonly atLeast: number } | { readonly atMost: number };

export interface Figures {
  readonly ours: number;
  readonly floor: number | null;
  readonly ratio: number | null;
  /** The ratio of every pair, which shows their scatter. */
  readonly ratios: readonly number[];
  /** Further figures for the reader, such as how many rows were read. */
  readonly notes?: Readonly<Record<string, number | string>>;
}

/** The platform and processes that measure rows. */
export interface Bench {
  readonly platform: Platform;
  readonly client: Child;
  readonly startOurs: StartOurs;
}

/**
 * Starts our API, unchanged or worsened in the named way, with additional settings and a module
 * that is loaded before it.
 */
export type StartOurs = (
  worsening?: string,
  settings?: Readonly<Record<string, string>>,
  preload?: string,
) => Promise<Child>;

/**
 * Measures two things in turn, A B A B, so that other load on the machine affects both. The first
 * pair warms both up and does not count.
 */
export async function compare(
  pairs: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<Figures> {
  await ours();
  await floor();
  const measured: { ours: number; floor: number; ratio: number }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const mine = await ours();
    const bare = await floor();
    measured.push({ ours: mine, floor: bare, ratio: mine / bare });
  }
  const ratios = measured.map(({ ratio }) => ratio);
  return {
    ours: median(measured.map((it) => it.ours)),
    floor: median(measured.map((it) => it.floor)),
    ratio: median(ratios),
    ratios,
  };
}

export function meets(target: Target | null, { ours, ratio }: Figures): boolean {
  if (target === null) return true;
  const value = ratio ?? ours;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** The median: the middle value, or the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}
