import { isSmallGroup, isTooSmall } from '../lookup/small-groups.policy.js';
import { CALLER_MIX_LOOKBACK_DAYS } from './look-back.policy.js';

/**
 * A caller of a project: one day per call, ascending; 0 is the first day, earlier days are
 * negative.
 */
export interface CallerDays {
  readonly days: readonly number[];
  /** The solution of each call, in the same order; empty for a call without one. */
  readonly solutions: readonly string[];
}

// A project has a few solutions. Each costs as much as the project's own days: 30 took a third of a
// second for 100,000 calls.
const MAX_COMPARED_SOLUTIONS = 50;

/**
 * The number of callers that a day at an edge of the range adds to each part of the mix; the new
 * ones are callers that a shorter range does not have.
 */
export interface EdgeGroups {
  readonly newCallers: number;
  readonly returningCallers: number;
}

/**
 * Whether the first and the last day alone prove that no shorter range differs by 1 to 4 people:
 * each adds enough of every group, and a shorter range lacks one of them. False proves nothing.
 */
export const hasBroadEdges = (edges: readonly EdgeGroups[]): boolean =>
  edges.every((edge) => ![edge.newCallers, edge.returningCallers].some(isTooSmall));

/**
 * Checks whether subtracting the mix of another selection would leave 1 to 4 people (ADR 17, calls
 * 13.7); one such selection withholds the mix. Other selections are every shorter range of whole
 * days inside this one: of the same calls, of the whole project if a solution is chosen, of each
 * solution if none is. A solution is also compared with the project in the same range. Each check
 * takes some 10 ms for 100,000 calls, so the caller yields between them. Two results differ by
 * three groups: callers in only one of them, callers who return in only one, callers who are new in
 * only one. Each group must be empty or have at least 5.
 * @param callers of the project, or of the solution's project if one is chosen
 * @param days of the range
 */
export function differences(
  callers: readonly CallerDays[],
  days: number,
  solution: string | null,
): readonly (() => boolean)[] {
  const others = solution === null ? solutionsOf(callers) : [null];
  if (others.length > MAX_COMPARED_SOLUTIONS) return [() => true];
  const chosen = daysOf(callers, solution, days);
  const differsFrom = (other: string | null) => () =>
    differsByFew(chosen, daysOf(callers, other, days), days, solution !== null);
  return [() => solution !== null && hasSmallSolution(callers), ...[solution, ...others].map(differsFrom)];
}

/** The days of each caller's calls to a solution or, without one, to the project. */
const daysOf = (callers: readonly CallerDays[], solution: string | null, days: number): number[][] =>
  callers.map((caller) =>
    caller.days.filter(
      (day, call) =>
        day >= -CALLER_MIX_LOOKBACK_DAYS &&
        day < days &&
        (solution === null || caller.solutions[call] === solution),
    ),
  );

/** The solutions that a filter can name: calls without a solution are not included. */
const solutionsOf = (callers: readonly CallerDays[]): string[] =>
  [...new Set(callers.flatMap(({ solutions }) => solutions))].filter((solution) => solution !== '');

/** A small solution could be computed by subtracting all others from the project. */
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

/** A count of callers for each first and last day of a range. */
class Ranges {
  private readonly counts: Int32Array;

  constructor(private readonly days: number) {
    this.counts = new Int32Array(days * days);
  }

  /** Adds a caller who counts in ranges that begin at `first` and end at `from` or later. */
  add(first: number, from: number): void {
    const place = first * this.days + from;
    this.counts[place] = this.counts[place]! + 1;
  }

  /** Computes the sums that `at` returns. */
  close(): void {
    for (let place = 0; place < this.counts.length; place += 1) {
      if (place % this.days > 0) this.counts[place] = this.counts[place]! + this.counts[place - 1]!;
    }
  }

  at(first: number, last: number): number {
    return this.counts[first * this.days + last]!;
  }
}

/** The callers of the other calls, by their kind among the callers of the selected calls. */
type RangesByKind = Readonly<Record<Kind, { readonly counted: Ranges; readonly returning: Ranges }>>;

/**
 * @param chosen the chosen calls of each caller
 * @param other the calls of the same callers for the comparison
 * @param isWhole whether all days of `other` are compared too, however few they show
 */
function differsByFew(
  chosen: readonly (readonly number[])[],
  other: readonly (readonly number[])[],
  days: number,
  isWholeCompared: boolean,
): boolean {
  const kinds = chosen.map(kindOf);
  const allNew = kinds.filter((kind) => kind === 'new').length;
  const allReturning = kinds.filter((kind) => kind === 'returning').length;
  const ranges = rangesByKind(kinds, other, days);
  for (let first = 0; first < days; first += 1) {
    for (let last = first; last < days; last += 1) {
      const isWhole = first === 0 && last === days - 1;
      if (isWhole && !isWholeCompared) continue;
      const counted = (kind: Kind): number => ranges[kind].counted.at(first, last);
      const returning = (kind: Kind): number => ranges[kind].returning.at(first, last);
      const people = counted('absent') + counted('new') + counted('returning');
      const back = returning('absent') + returning('new') + returning('returning');
      // Callers in only one of the two: the sum of both, minus twice those in both.
      const inOne = allNew + allReturning + people - 2 * (counted('new') + counted('returning'));
      const backInOne = allReturning + back - 2 * returning('returning');
      const newInOne = allNew + people - back - 2 * (counted('new') - returning('new'));
      // A range that may not be shown has the same callers as a longer one that may be, if the days
      // in between are empty.
      const isShown = isWhole || ![people - back, back].some(isSmallGroup);
      if ((isShown ? [inOne, backInOne, newInOne] : [inOne]).some(isSmallGroup)) return true;
    }
  }
  return false;
}

function rangesByKind(
  kinds: readonly Kind[],
  other: readonly (readonly number[])[],
  days: number,
): RangesByKind {
  const none = () => ({ counted: new Ranges(days), returning: new Ranges(days) });
  const ranges = { absent: none(), new: none(), returning: none() };
  for (const [index, calls] of other.entries()) placeCaller(calls, days, ranges[kinds[index]!]);
  for (const { counted, returning } of Object.values(ranges)) {
    counted.close();
    returning.close();
  }
  return ranges;
}

/** Adds a caller, who counts as returning only in ranges with one of their calls. */
function placeCaller(
  calls: readonly number[],
  days: number,
  { counted, returning }: RangesByKind[Kind],
): void {
  let next = 0;
  let known = 0;
  for (let first = 0; first < days; first += 1) {
    while (next < calls.length && calls[next]! < first) next += 1;
    while (known < calls.length && calls[known]! < first - CALLER_MIX_LOOKBACK_DAYS) known += 1;
    const call = calls[next];
    if (call === undefined) return;
    counted.add(first, call);
    const second = calls[known + 1];
    if (second !== undefined) returning.add(first, Math.max(call, second));
  }
}
