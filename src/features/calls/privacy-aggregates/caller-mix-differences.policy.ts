import { CALLER_MIX_LOOKBACK_DAYS, isSmallGroup, isTooSmall } from './small-groups.policy.js';

/** One caller of a project: a day for each call, 0 the first of the range and negative in the look-back, ascending. */
export interface CallerDays {
  readonly days: readonly number[];
  /** The solution of each call, in the same order; empty for a call without one. */
  readonly solutions: readonly string[];
}

/** How many callers an edge of the range adds, of those that are counted, and of each part of the mix. */
export interface EdgeGroups {
  readonly callers: number;
  readonly newCallers: number;
  readonly returningCallers: number;
}

/**
 * Whether no shorter range can differ by 1 to 4 people, going by its first and its last day alone: each of them adds
 * enough of every group, and a shorter range lacks one of the two. False says nothing.
 */
export const hasBroadEdges = (edges: readonly EdgeGroups[]): boolean =>
  edges.every((edge) => ![edge.callers, edge.newCallers, edge.returningCallers].some(isTooSmall));

/**
 * Whether the mix of a range could be subtracted from the mix of another selection, so that 1 to 4 people are left
 * (ADR 33, calls 13.7). Other selections are every shorter range of whole days inside of this one that is large
 * enough to be answered itself and, where a solution is chosen, the whole project.
 *
 * Two answers are told apart by three groups: callers in only one of them, callers who return in only one, callers
 * who are new in only one. Each has to be empty or of 5 and more.
 * @param callers of the project, or of the solution's project where one is chosen
 * @param days of the range
 */
export function isolatesFew(callers: readonly CallerDays[], days: number, solution: string | null): boolean {
  const all = callers.map((caller) => caller.days);
  if (solution === null) return isolatesFewDays(all, days);
  const chosen = callers.map((caller) => daysIn(caller, solution));
  return hasSmallSolution(callers) || isolatesFewBeside(all, chosen, days) || isolatesFewDays(chosen, days);
}

const daysIn = ({ days, solutions }: CallerDays, solution: string): number[] =>
  days.filter((_day, call) => solutions[call] === solution);

/** One small solution could be had as what is left of the project without all of the others. */
function hasSmallSolution(callers: readonly CallerDays[]): boolean {
  const people = new Map<string, number>();
  for (const { days, solutions } of callers) {
    for (const solution of new Set(solutions.filter((_solution, call) => days[call]! >= 0))) {
      people.set(solution, (people.get(solution) ?? 0) + 1);
    }
  }
  return [...people.values()].some(isSmallGroup);
}

type Kind = 'absent' | 'new' | 'returning';

function kindOf(days: readonly number[]): Kind {
  if (!days.some((day) => day >= 0)) return 'absent';
  return days.length > 1 ? 'returning' : 'new';
}

function isolatesFewBeside(
  all: readonly (readonly number[])[],
  chosen: readonly (readonly number[])[],
  days: number,
): boolean {
  const inside = (of: readonly number[]): Kind =>
    kindOf(of.filter((day) => day < days && day >= -CALLER_MIX_LOOKBACK_DAYS));
  let [callers, newCallers, returning] = [0, 0, 0];
  for (const [index, whole] of all.entries()) {
    const [here, there] = [inside(whole), inside(chosen[index]!)];
    if (here === there) continue;
    if (there === 'absent') callers += 1;
    if (here === 'new' || there === 'new') newCallers += 1;
    if (here === 'returning') returning += 1;
  }
  return [callers, newCallers, returning].some(isSmallGroup);
}

/** For each first day of a shorter range and each last day of it, a count of callers. */
class Ranges {
  private readonly counts: Int32Array;

  constructor(private readonly days: number) {
    this.counts = new Int32Array(days * days);
  }

  /** A caller who counts in ranges that begin at `first` and end at `from` or later. */
  add(first: number, from: number): void {
    const place = first * this.days + from;
    this.counts[place] = this.counts[place]! + 1;
  }

  /** The callers of ranges that begin at `first`, by their last day. */
  *ofFirst(first: number): Generator<number> {
    let people = 0;
    for (let last = 0; last < this.days; last += 1) {
      people += this.counts[first * this.days + last]!;
      yield people;
    }
  }
}

function isolatesFewDays(callers: readonly (readonly number[])[], days: number): boolean {
  const ranges = { counted: new Ranges(days), returning: new Ranges(days), newOfAll: new Ranges(days) };
  for (const calls of callers) placeCaller(calls, days, ranges);
  const total = { counted: 0, returning: 0 };
  for (let first = 0; first < days; first += 1) {
    const inRange = [...ranges.counted.ofFirst(first)];
    const ofThoseReturning = [...ranges.returning.ofFirst(first)];
    const ofThoseNewOfAll = [...ranges.newOfAll.ofFirst(first)];
    if (first === 0) Object.assign(total, { counted: inRange.at(-1), returning: ofThoseReturning.at(-1) });
    for (let last = first; last < days; last += 1) {
      if (first === 0 && last === days - 1) continue;
      const people = inRange[last]!;
      const back = ofThoseReturning[last]!;
      if (isTooSmall(people) || isSmallGroup(back) || isSmallGroup(people - back)) continue;
      // Callers who are new in one of the two only: those of either less those of both.
      const newInOne = total.counted - total.returning + (people - back) - 2 * ofThoseNewOfAll[last]!;
      if ([total.counted - people, total.returning - back, newInOne].some(isSmallGroup)) return true;
    }
  }
  return false;
}

/** Counts a caller, to whom no range can return that does not hold a call of theirs. */
function placeCaller(
  calls: readonly number[],
  days: number,
  { counted, returning, newOfAll }: Readonly<Record<'counted' | 'returning' | 'newOfAll', Ranges>>,
): void {
  const seen = calls.filter((day) => day >= -CALLER_MIX_LOOKBACK_DAYS && day < days);
  const isNewOfAll = kindOf(seen) === 'new';
  let next = 0;
  let known = 0;
  for (let first = 0; first < days; first += 1) {
    while (next < seen.length && seen[next]! < first) next += 1;
    while (known < seen.length && seen[known]! < first - CALLER_MIX_LOOKBACK_DAYS) known += 1;
    const call = seen[next];
    if (call === undefined) return;
    counted.add(first, call);
    if (isNewOfAll) newOfAll.add(first, call);
    const second = seen[known + 1];
    if (second !== undefined) returning.add(first, Math.max(call, second));
  }
}
