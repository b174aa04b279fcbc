import { comparedIn, type Compared, type StagedTime } from '../rules/fairness.policy.js';
import { monthStart, timeUnits, type TimeUnits } from '../rules/time-units.policy.js';
import { judge, noVerdict, type Tally, type TalliedHour, type Verdict } from '../rules/verdict.policy.js';
import { total, type Sums, type VersionCalls } from '../rules/version-figures.policy.js';

/** A comparison before its calls are read. */
export interface Plan extends TimeUnits {
  readonly compared: Compared;
  /** The calls to read: from the start of the month, at which groups of people begin. */
  readonly from: Date;
  /** The first unit that is shown. */
  readonly firstShown: number;
  /** Units before this one are over: no call of now is in them. */
  readonly unitsOver: number;
}

/** Calls of a version, direction and unit, as the calls feature sums them. */
export interface UnitOfVersion {
  readonly version: number;
  readonly direction: string;
  readonly isInferred: boolean;
  readonly unit: number;
  readonly sums: Sums;
  readonly showsPeople: boolean;
}

interface Asked {
  readonly range: { readonly from: Date; readonly to: Date };
  readonly timezone: string;
  readonly versions: readonly [number, number];
  readonly times: readonly StagedTime[];
  readonly now: Date;
}

/**
 * Plans a comparison: hours of the time in which both versions were live, or else local days. People
 * are counted by local days either way, which begin anew where a staged release begins or ends.
 */
export function planOf({ range, timezone, versions, times, now }: Asked): Plan {
  const shown = { from: range.from, to: range.to < now ? range.to : now };
  const compared = comparedIn(shown, versions, times);
  const month = monthStart(range.from, timezone);
  const { together, to } = compared;
  const from = together && together.from > month ? together.from : month;
  const instants = times.flatMap((it) => (it.to === null ? [it.from] : [it.from, it.to]));
  const units = timeUnits({ from, to }, timezone, together ? 'hour' : 'day', instants);
  const { boundaries } = units;
  return {
    ...units,
    compared,
    from,
    firstShown: Math.max(
      0,
      boundaries.findIndex((it) => it >= compared.from),
    ),
    // A release that has ended has no more calls; otherwise the hour of now is incomplete.
    unitsOver:
      to < now || together?.to?.getTime() === to.getTime() ? boundaries.length : boundaries.length - 1,
  };
}

/** The calls of both versions that are compared. */
interface ComparedCalls {
  readonly a: VersionCalls;
  readonly b: VersionCalls;
  /** Calls of that time that are left out because the runtime did not name their version. */
  readonly inferred: number;
  /** Whether both versions have calls, and no direction of which both have. */
  readonly areUnlike: boolean;
}

/** Adds up the calls of a plan: of directions that both versions have, where they were live at once. */
export function comparedCalls(
  { compared: { together }, firstShown }: Plan,
  [a, b]: readonly [number, number],
  units: readonly UnitOfVersion[],
): ComparedCalls {
  const shown = units.filter(({ unit }) => unit >= firstShown);
  const named = together === null ? shown : shown.filter(({ isInferred }) => !isInferred);
  const common = commonDirections(named, [a, b]);
  const isWhole = together === null || common.size === 0;
  const counted = isWhole ? named : named.filter(({ direction }) => common.has(direction));
  const callsOf = (version: number): VersionCalls => {
    const own = counted.filter((it) => it.version === version);
    return {
      all: total(own.map(({ sums }) => sums)),
      people: total(own.filter(({ showsPeople }) => showsPeople).map(({ sums }) => sums)),
    };
  };
  const inferred = together === null ? [] : shown.filter(({ isInferred }) => isInferred);
  return {
    a: callsOf(a),
    b: callsOf(b),
    inferred: inferred.reduce((sum, it) => sum + it.sums.total_calls, 0),
    areUnlike:
      together !== null &&
      common.size === 0 &&
      [a, b].every((it) => named.some(({ version }) => version === it)),
  };
}

/** The directions of which both versions have calls. */
function commonDirections(
  units: readonly UnitOfVersion[],
  [a, b]: readonly [number, number],
): ReadonlySet<string> {
  const directionsOf = (version: number): Set<string> =>
    new Set(units.filter((it) => it.version === version).map(({ direction }) => direction));
  const ofB = directionsOf(b);
  return new Set([...directionsOf(a)].filter((it) => ofB.has(it)));
}

/**
 * The verdict about the calls of a plan. It needs the time in which both were live from its beginning:
 * a later beginning could be chosen by what it shows.
 */
export function verdictOf(
  plan: Plan,
  versions: readonly [number, number],
  units: readonly UnitOfVersion[],
): Verdict {
  const { compared, from, unitsOver } = plan;
  if (compared.together === null || compared.reasons.length > 0) return noVerdict('not_comparable');
  if (compared.from > compared.together.from || from > compared.together.from)
    return noVerdict('range_begins_later');
  const named = units.filter(({ isInferred }) => !isInferred);
  const common = commonDirections(named, versions);
  const hours = Array.from({ length: unitsOver }, (): TalliedHour => ({ a: NO_CALLS, b: NO_CALLS }));
  for (const { version, direction, unit, sums } of named) {
    const hour = hours[unit];
    if (!hour || !common.has(direction)) continue;
    const side = version === versions[0] ? 'a' : 'b';
    hours[unit] = { ...hour, [side]: plus(hour[side], sums) };
  }
  return judge(hours);
}

const NO_CALLS: Tally = { calls: 0, failed: 0, escalated: 0, abandoned: 0, resolved: 0 };

const plus = (tally: Tally, sums: Sums): Tally => ({
  calls: tally.calls + sums.total_calls,
  failed: tally.failed + sums.failed_calls,
  escalated: tally.escalated + sums.human_escalation_count,
  abandoned: tally.abandoned + sums.outcome_abandoned,
  resolved: tally.resolved + sums.outcome_resolved,
});
