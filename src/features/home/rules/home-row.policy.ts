import { BUCKETS, PERIODS, type Period } from './home-ranges.policy.js';

const FIGURES = ['total', 'missed_inbound', 'upset'] as const;
type FigureName = (typeof FIGURES)[number];

/** The number of calls in a range and in the previous one. */
export interface Figure {
  readonly count: number;
  readonly before: number;
}

export type CallFigures = Readonly<Record<Period, Readonly<Record<FigureName, Figure>>>>;

/** Counts by bucket, from 1; a bucket without calls is missing. */
export type CountsByBucket = Readonly<Partial<Record<number, Readonly<Record<FigureName, number>>>>>;

/** The figures of both ranges (home 2.3). */
export function callFigures(counts: CountsByBucket): CallFigures {
  const sum = (buckets: readonly number[], name: FigureName): number =>
    buckets.reduce((total, bucket) => total + (counts[bucket]?.[name] ?? 0), 0);
  const figuresOf = (period: Period) =>
    fromNames(FIGURES, (name) => ({
      count: sum(BUCKETS[period].now, name),
      before: sum(BUCKETS[period].before, name),
    }));
  return fromNames(PERIODS, figuresOf);
}

const fromNames = <K extends string, T>(names: readonly K[], of: (name: K) => T): Record<K, T> =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<K, T>;

/** The steps of a new client to its first call, in order (home section 4). */
export const SETUP_STEPS = ['assistant', 'test', 'publish', 'number', 'webhook', 'people'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** The fields of a client that decide its position in the list. */
export interface Badness {
  readonly name: string;
  readonly unavailable: readonly string[];
  readonly calls?: CallFigures | null | undefined;
  readonly requests_due?: { readonly urgent: number; readonly overdue: number } | undefined;
  readonly alerts?: { readonly critical: number; readonly warning: number } | null | undefined;
}

/** Compares clients: the most urgent one comes first (home 3.2). */
export function worstFirst(a: Badness, b: Badness): number {
  const [one, other] = [weightsOf(a), weightsOf(b)];
  const at = one.findIndex((weight, place) => weight !== other[place]);
  if (at !== -1) return other[at]! - one[at]!;
  return a.name.localeCompare(b.name, 'en') || (a.name < b.name ? -1 : 1);
}

const weightsOf = ({ unavailable, calls, requests_due: due, alerts }: Badness): readonly number[] => [
  unavailable.length,
  alerts?.critical ?? 0,
  due?.overdue ?? 0,
  calls?.today.missed_inbound.count ?? 0,
  calls?.today.upset.count ?? 0,
  alerts?.warning ?? 0,
  due?.urgent ?? 0,
  calls?.last_7_days.missed_inbound.count ?? 0,
  calls?.last_7_days.upset.count ?? 0,
];
