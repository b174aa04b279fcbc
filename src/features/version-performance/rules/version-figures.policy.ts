import {
  meanDifference,
  shareDifference,
  type Difference,
  type Sample,
  type Share,
} from './intervals.policy.js';

type Amount = 'duration_seconds' | 'cost_usd' | 'ai_response_seconds' | 'response_p50_ms';
type Known = 'duration_known' | 'cost_usd_known' | 'ai_response_known' | 'response_times_known';
type Count =
  | 'failed_calls'
  | 'human_escalation_count'
  | 'outcome_resolved'
  | 'outcome_transferred'
  | 'outcome_follow_up_required'
  | 'outcome_abandoned'
  | 'outcome_caller_hangup'
  | 'outcome_timeout'
  | 'outcome_technical_failure'
  | 'outcome_unclassified'
  | 'sentiment_positive'
  | 'sentiment_neutral'
  | 'sentiment_negative'
  | 'sentiment_unclassified';

/** Sums over calls of one version that have ended. */
export type Sums = Readonly<
  Record<'total_calls' | Count | Known | `total_${Amount}` | `${Amount}_squares`, number>
>;

export const FIGURE_UNITS = ['percent', 'seconds', 'usd', 'milliseconds'] as const;
export const DIRECTIONS_OF_BETTER = ['lower', 'higher'] as const;

interface Definition {
  readonly unit: (typeof FIGURE_UNITS)[number];
  readonly better: (typeof DIRECTIONS_OF_BETTER)[number] | null;
  /** Whether it describes people's behaviour or feelings (version-performance 3.2). */
  readonly isAboutPeople: boolean;
  readonly of: Count | readonly [Amount, Known];
}

const share = (of: Count, better: Definition['better'] = null, isAboutPeople = true): Definition => ({
  unit: 'percent',
  better,
  isAboutPeople,
  of,
});

const mean = (
  unit: Exclude<Definition['unit'], 'percent'>,
  better: Definition['better'],
  ...of: [Amount, Known]
): Definition => ({
  unit,
  better,
  isAboutPeople: false,
  of,
});

const DEFINITIONS = {
  failed: share('failed_calls', 'lower', false),
  escalated: share('human_escalation_count', 'lower'),
  outcome_resolved: share('outcome_resolved', 'higher'),
  outcome_transferred: share('outcome_transferred'),
  outcome_follow_up_required: share('outcome_follow_up_required'),
  outcome_abandoned: share('outcome_abandoned', 'lower'),
  outcome_caller_hangup: share('outcome_caller_hangup'),
  outcome_timeout: share('outcome_timeout'),
  outcome_technical_failure: share('outcome_technical_failure', 'lower'),
  outcome_unclassified: share('outcome_unclassified'),
  sentiment_positive: share('sentiment_positive', 'higher'),
  sentiment_neutral: share('sentiment_neutral'),
  sentiment_upset: share('sentiment_negative', 'lower'),
  sentiment_unclassified: share('sentiment_unclassified'),
  duration_seconds: mean('seconds', null, 'duration_seconds', 'duration_known'),
  cost_usd: mean('usd', 'lower', 'cost_usd', 'cost_usd_known'),
  ai_response_seconds: mean('seconds', 'lower', 'ai_response_seconds', 'ai_response_known'),
  response_p50_ms: mean('milliseconds', 'lower', 'response_p50_ms', 'response_times_known'),
} as const satisfies Readonly<Record<string, Definition>>;

export type Figure = keyof typeof DEFINITIONS;
export const FIGURES = Object.keys(DEFINITIONS) as readonly Figure[];

/** The calls of one version: all of them, and those whose callers may be counted. */
export interface VersionCalls {
  readonly all: Sums;
  readonly people: Sums;
}

interface Side {
  /** Null without a call. */
  readonly value: number | null;
  readonly calls: number;
}

interface ComparedFigure extends Pick<Definition, 'unit' | 'better'> {
  readonly figure: Figure;
  readonly about_people: boolean;
  readonly a: Side;
  readonly b: Side;
  readonly difference: Difference | null;
}

/** Every figure of two versions, with their difference. */
export const comparedFigures = (a: VersionCalls, b: VersionCalls): ComparedFigure[] =>
  FIGURES.map((figure) => {
    const definition: Definition = DEFINITIONS[figure];
    const { unit, better, isAboutPeople, of } = definition;
    const sums = (calls: VersionCalls): Sums => (isAboutPeople ? calls.people : calls.all);
    const compare = typeof of === 'string' ? comparedShares(of) : comparedMeans(...of);
    return { figure, unit, better, about_people: isAboutPeople, ...compare(sums(a), sums(b)) };
  });

type Compared = Pick<ComparedFigure, 'a' | 'b' | 'difference'>;

const comparedShares =
  (of: Count) =>
  (a: Sums, b: Sums): Compared => {
    const [ofA, ofB] = [shareOf(a, of), shareOf(b, of)];
    const side = ({ count, calls }: Share): Side => ({
      value: calls === 0 ? null : rounded((100 * count) / calls, 2),
      calls,
    });
    return { a: side(ofA), b: side(ofB), difference: scaled(shareDifference(ofA, ofB), 100, 2) };
  };

const comparedMeans =
  (of: Amount, known: Known) =>
  (a: Sums, b: Sums): Compared => {
    const [ofA, ofB] = [sampleOf(a, of, known), sampleOf(b, of, known)];
    const side = ({ calls, sum }: Sample): Side => ({
      value: calls === 0 ? null : rounded(sum / calls, 4),
      calls,
    });
    return { a: side(ofA), b: side(ofB), difference: scaled(meanDifference(ofA, ofB), 1, 4) };
  };

const shareOf = (sums: Sums, of: Count): Share => ({ count: sums[of], calls: sums.total_calls });

const sampleOf = (sums: Sums, of: Amount, known: Known): Sample => ({
  calls: sums[known],
  sum: sums[`total_${of}`],
  sumOfSquares: sums[`${of}_squares`],
});

function scaled(difference: Difference | null, by: number, places: number): Difference | null {
  if (difference === null) return null;
  const { value, low, high } = difference;
  return {
    value: rounded(value * by, places),
    low: rounded(low * by, places),
    high: rounded(high * by, places),
  };
}

function rounded(value: number, places: number): number {
  const unit = 10 ** places;
  // Adding 0 turns a negative zero into zero.
  return Math.round(value * unit) / unit + 0;
}

/** The sum of sums; of none: zeros. */
export function total(parts: readonly Sums[]): Sums {
  const sums = { ...NO_CALLS } as Record<keyof Sums, number>;
  for (const part of parts)
    for (const name of Object.keys(NO_CALLS) as (keyof Sums)[]) sums[name] += part[name];
  return sums;
}

const AMOUNTS = ['duration_seconds', 'cost_usd', 'ai_response_seconds', 'response_p50_ms'] as const;
const NO_CALLS = Object.fromEntries(
  [
    'total_calls',
    ...Object.values(DEFINITIONS).flatMap(({ of }) => (typeof of === 'string' ? [of] : [of[1]])),
    ...AMOUNTS.flatMap((it) => [`total_${it}`, `${it}_squares`]),
  ].map((name) => [name, 0]),
) as Sums;
