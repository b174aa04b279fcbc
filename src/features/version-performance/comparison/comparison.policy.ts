import { comparedIn, type Compared, type StagedTime } from '../rules/fairness.policy.js';
import { hoursOf, lastHourStart, monthStart, timeUnits, type TimeUnits } from '../rules/time-units.policy.js';
import { judge, lastCheckIn, noVerdict } from '../rules/verdict.policy.js';
import type { TalliedTime, Tally, Verdict } from '../rules/verdict.policy.js';
import { total, type Sums, type VersionCalls } from '../rules/version-figures.policy.js';

/** A comparison before its calls are read. */
export interface Plan extends TimeUnits {
  readonly compared: Compared;
  readonly timezone: string;
  /** The calls to read: from the start of the month, at which groups of people begin. */
  readonly from: Date;
  /** The first unit that is shown. */
  readonly firstShown: number;
  /** Units before this one are over, so no new call belongs to them. */
  readonly unitsOver: number;
}

/** Calls of a version, direction and unit, as the calls feature sums them. */
interface UnitOfVersion {
  readonly version: number;
  readonly direction: string;
  readonly isInferred: boolean;
  readonly unit: number;
  readonly sums: Sums;
}
interface ShownUnit extends UnitOfVersion {
  readonly showsPeople: boolean;
}

/** A unit in hours, and the calls of each. */
interface HoursOfUnit extends Hours {
  readonly units: readonly UnitOfVersion[];
}
interface Hours {
  readonly unit: number;
  readonly from: Date;
  readonly to: Date;
  readonly boundaries: readonly Date[];
}

type Versions = readonly [number, number];

interface Asked {
  readonly range: { readonly from: Date; readonly to: Date };
  readonly timezone: string;
  readonly versions: Versions;
  readonly times: readonly StagedTime[];
  readonly now: Date;
}

/**
 * Plans a comparison of local days, which begin anew where a staged release begins or ends: people
 * are counted by them. The hour of now is a unit of its own, because it is incomplete.
 */
export function planOf({ range, timezone, versions, times, now }: Asked): Plan {
  const shown = { from: range.from, to: range.to < now ? range.to : now };
  const compared = comparedIn(shown, versions, times);
  const month = monthStart(range.from, timezone);
  const { together, to } = compared;
  const from = together && together.from > month ? together.from : month;
  const instants = times.flatMap((it) => (it.to === null ? [it.from] : [it.from, it.to]));
  // A release that has ended gets no more calls.
  const isOver = to < now || together?.to?.getTime() === to.getTime();
  const units = timeUnits({ from, to }, timezone, instants, isOver ? null : lastHourStart(to, timezone));
  const { boundaries } = units;
  const first = boundaries.findIndex((it) => it >= compared.from);
  return {
    ...units,
    compared,
    timezone,
    from,
    // None if the range begins in the future.
    firstShown: first < 0 ? boundaries.length : first,
    unitsOver: isOver ? boundaries.length : boundaries.length - 1,
  };
}

/** The calls of both versions that are compared. */
interface ComparedCalls {
  readonly a: VersionCalls;
  readonly b: VersionCalls;
  /** Calls of that time that are left out because their runtime did not name the version. */
  readonly inferred: number;
  /** Whether both versions have calls, but no direction in common. */
  readonly areUnlike: boolean;
}

/**
 * Adds up the calls of a plan: of the directions that both versions have, where they were live at
 * once.
 */
export function comparedCalls(
  { compared: { together }, firstShown }: Plan,
  [a, b]: Versions,
  units: readonly ShownUnit[],
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
function commonDirections(units: readonly UnitOfVersion[], [a, b]: Versions): ReadonlySet<string> {
  const directionsOf = (version: number): Set<string> =>
    new Set(units.filter((it) => it.version === version).map(({ direction }) => direction));
  const ofB = directionsOf(b);
  return new Set([...directionsOf(a)].filter((it) => ofB.has(it)));
}

/**
 * The hours that a verdict needs besides the units: those of the unit in which it was reached. Null
 * if there is none.
 */
export function hoursToRead(plan: Plan, versions: Versions, units: readonly UnitOfVersion[]): Hours | null {
  if (whyNone(plan) !== null) return null;
  const unit = lastCheckIn(talliesOf(units, versions, commonOf(units, versions), plan.unitsOver));
  const from = plan.boundaries[unit];
  if (from === undefined) return null;
  const to = plan.boundaries[unit + 1] ?? plan.compared.to;
  return { unit, from, to, boundaries: hoursOf({ from, to }, plan.timezone) };
}

/** The verdict about the calls of a plan. @param hours of the unit in which it was reached */
export function verdictOf(
  plan: Plan,
  versions: Versions,
  units: readonly UnitOfVersion[],
  hours: HoursOfUnit | null,
): Verdict {
  const reason = whyNone(plan);
  if (reason !== null) return noVerdict(reason);
  const common = commonOf(units, versions);
  const times = talliesOf(units, versions, common, plan.unitsOver);
  if (hours !== null)
    times.splice(hours.unit, 1, ...talliesOf(hours.units, versions, common, hours.boundaries.length));
  return judge(times);
}

/**
 * A verdict needs the time in which both were live from its beginning: a later beginning could be
 * chosen by what it shows.
 */
function whyNone({ compared, from }: Plan): Verdict['reason'] | null {
  if (compared.together === null || compared.reasons.length > 0) return 'not_comparable';
  const isLater = compared.from > compared.together.from || from > compared.together.from;
  return isLater ? 'range_begins_later' : null;
}

/** The directions that a verdict covers, with only calls whose runtime named the version. */
const commonOf = (units: readonly UnitOfVersion[], versions: Versions): ReadonlySet<string> =>
  commonDirections(
    units.filter(({ isInferred }) => !isInferred),
    versions,
  );

/** The calls of each unit of time, up to this many calls. */
function talliesOf(
  units: readonly UnitOfVersion[],
  versions: Versions,
  common: ReadonlySet<string>,
  length: number,
): TalliedTime[] {
  const times = Array.from({ length }, (): TalliedTime => ({ a: NO_CALLS, b: NO_CALLS }));
  for (const { version, direction, isInferred, unit, sums } of units) {
    const time = times[unit];
    if (!time || isInferred || !common.has(direction)) continue;
    const side = version === versions[0] ? 'a' : 'b';
    times[unit] = { ...time, [side]: plus(time[side], sums) };
  }
  return times;
}

const NO_CALLS: Tally = { calls: 0, failed: 0, escalated: 0, abandoned: 0, resolved: 0 };

const plus = (tally: Tally, sums: Sums): Tally => ({
  calls: tally.calls + sums.total_calls,
  failed: tally.failed + sums.failed_calls,
  escalated: tally.escalated + sums.human_escalation_count,
  abandoned: tally.abandoned + sums.outcome_abandoned,
  resolved: tally.resolved + sums.outcome_resolved,
});
