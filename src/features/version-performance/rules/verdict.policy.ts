import { chanceOf, isScoreNormal, shareScore, type Share } from './intervals.policy.js';

/** The figures that decide which version did better, and which way is better. */
export const DECISIVE = {
  failed: 'lower',
  escalated: 'lower',
  abandoned: 'lower',
  resolved: 'higher',
} as const satisfies Readonly<Record<string, 'lower' | 'higher'>>;
export type Decisive = keyof typeof DECISIVE;
const NAMES = Object.keys(DECISIVE) as readonly Decisive[];

/** Calls of one version that have ended, and how many count for each decisive figure. */
export type Tally = Readonly<Record<'calls' | Decisive, number>>;

/** The calls of both versions in one unit of time. */
export interface TalliedTime {
  readonly a: Tally;
  readonly b: Tally;
}

export const VERDICTS = ['better', 'worse', 'cannot_tell'] as const;
export const VERDICT_REASONS = [
  'clear_difference',
  'no_clear_difference',
  'mixed',
  'too_few_calls',
  'not_comparable',
  'range_begins_later',
] as const;

/** How `b` performed, compared with `a`. */
export interface Verdict {
  readonly result: (typeof VERDICTS)[number];
  readonly reason: (typeof VERDICT_REASONS)[number];
  readonly decidedBy: readonly Decisive[];
  /**
   * The number of calls of the version with fewer calls on which it is based; null before the first
   * check.
   */
  readonly callsJudged: number | null;
  /**
   * How many more calls that version needs at the differences of now, in two digits; null if no
   * number of calls would tell, or no more are needed.
   */
  readonly callsNeeded: number | null;
}

/** A verdict without a judgement. */
export const noVerdict = (reason: Verdict['reason']): Verdict => ({
  result: 'cannot_tell',
  reason,
  decidedBy: [],
  callsJudged: null,
  callsNeeded: null,
});

/** Calls of the version with fewer calls at the first check; each later check has twice as many. */
const FIRST_CHECK = 125;

/** No project has this many calls of one version in a range. */
const LAST_CHECK = 12;

/**
 * The chance of a wrong verdict that each check may use; all checks together use less than 5 %. The
 * third, at 500 calls, has most of it.
 */
const chanceAt = (check: number): number => [0.002, 0.008, 0.03][check] ?? 0.01 / 2 ** (check - 2);

const callsAt = (check: number): number => FIRST_CHECK * 2 ** check;

/** The last check that this many calls have reached; -1 for none. */
const checkAt = (calls: number): number =>
  calls < FIRST_CHECK ? -1 : Math.floor(Math.log2(calls / FIRST_CHECK));

const fewer = ({ a, b }: TalliedTime): number => Math.min(a.calls, b.calls);

/** The index of the unit in which the last check was reached; -1 before the first one. */
export function lastCheckIn(units: readonly TalliedTime[]): number {
  let total: TalliedTime = { a: NONE, b: NONE };
  let check = -1;
  let last = -1;
  for (const [place, unit] of units.entries()) {
    total = both(total, unit);
    const reached = checkAt(fewer(total));
    if (reached === check) continue;
    check = reached;
    last = place;
  }
  return last;
}

/**
 * Which version did better (version-performance section 4). The verdict of a check stays until the
 * next check, so looking often changes nothing, and Holm's correction is applied to the decisive
 * figures. Therefore of 100 pairs without a difference at most 5 are ever said to differ.
 * @param times from the moment on at which both versions were live, complete hours only. Hours in
 *   which the last check was not reached may be added up
 */
export function judge(times: readonly TalliedTime[]): Verdict {
  const last = lastCheckIn(times);
  const total = times.reduce(both, { a: NONE, b: NONE });
  if (last < 0) return { ...noVerdict('too_few_calls'), callsNeeded: callsNeeded(total, last) };
  const judged = times.slice(0, last + 1).reduce(both);
  const check = checkAt(fewer(judged));
  const decidedBy = clearFigures(judged, chanceAt(check));
  const signs = new Set(decidedBy.map((it) => isBetter(it, judged)));
  const callsJudged = fewer(judged);
  if (signs.size === 2) return { ...noVerdict('mixed'), decidedBy, callsJudged };
  if (signs.size === 0)
    return { ...noVerdict('no_clear_difference'), callsJudged, callsNeeded: callsNeeded(total, check) };
  const result = signs.has(true) ? 'better' : 'worse';
  return { result, reason: 'clear_difference', decidedBy, callsJudged, callsNeeded: null };
}

const NONE: Tally = { calls: 0, failed: 0, escalated: 0, abandoned: 0, resolved: 0 };

const added = (one: Tally, other: Tally): Tally => ({
  calls: one.calls + other.calls,
  failed: one.failed + other.failed,
  escalated: one.escalated + other.escalated,
  abandoned: one.abandoned + other.abandoned,
  resolved: one.resolved + other.resolved,
});

const both = (one: TalliedTime, other: TalliedTime): TalliedTime => ({
  a: added(one.a, other.a),
  b: added(one.b, other.b),
});

const shareOf = (tally: Tally, name: Decisive): Share => ({ count: tally[name], calls: tally.calls });

const scoreOf = ({ a, b }: TalliedTime, name: Decisive): number =>
  shareScore(shareOf(a, name), shareOf(b, name));

const isBetter = (name: Decisive, tallied: TalliedTime): boolean =>
  scoreOf(tallied, name) > 0 === (DECISIVE[name] === 'higher');

/** The figures that differ by Holm's procedure, clearest first. */
function clearFigures(tallied: TalliedTime, chance: number): Decisive[] {
  const figures = NAMES.filter((it) => isScoreNormal(shareOf(tallied.a, it), shareOf(tallied.b, it)))
    .map((name) => ({ name, by: chanceOf(scoreOf(tallied, name)) }))
    .sort((one, other) => one.by - other.by);
  const unclear = figures.findIndex(({ by }, place) => by > chance / (NAMES.length - place));
  return figures.slice(0, unclear < 0 ? figures.length : unclear).map(({ name }) => name);
}

/** The calls until the first check at which a difference of this size would be clear. */
function callsNeeded(total: TalliedTime, reached: number): number | null {
  const calls = fewer(total);
  if (calls === 0) return null;
  const score = Math.max(...NAMES.map((it) => Math.abs(scoreOf(total, it))));
  for (let check = reached + 1; check <= LAST_CHECK; check += 1) {
    const grown = score * Math.sqrt(callsAt(check) / calls);
    if (chanceOf(grown) <= chanceAt(check) / NAMES.length) return inTwoDigits(callsAt(check) - calls);
  }
  return null;
}

/** Rounds up to two digits: more would suggest false precision. */
function inTwoDigits(calls: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(calls)) - 1);
  return Math.ceil(calls / unit) * unit;
}
