import { PROJECT_ZONE } from './independent-caller-mix.js';
import { DateTime } from 'luxon';

/*
 * An attacker that asks for the caller mix of every range and solution, and subtracts. Other routes
 * also show on which days which solution had calls: so the attacker knows whether the callers of
 * one answer are all among those of another, and the difference of two figures is a number of
 * people.
 */

/** The first day that is queried; calls count their days from it. */
export const FIRST_ASKED_DAY = DateTime.fromISO('2026-07-06', { zone: PROJECT_ZONE });
const ASKED_DAYS = 4;
const LOOKBACK_DAYS = 30;
/** Calls without a solution are only in the project's mix. */
const NO_SOLUTION = '';
const SOLUTIONS = ['a', 'b', NO_SOLUTION] as const;

interface DayCall {
  readonly day: number;
  readonly solution: string;
}
/** The calls of one person, in ascending order. */
export type Person = readonly DayCall[];

/** A question about the days from `first` to `last` of a solution or of the project. */
export interface Question {
  readonly first: number;
  readonly last: number;
  readonly solution: string | null;
}

/** The people in the answer, and the days and solutions of its calls. */
interface MixOfPeople {
  readonly unique: ReadonlySet<number>;
  readonly fresh: ReadonlySet<number>;
  readonly returning: ReadonlySet<number>;
  readonly calls: ReadonlySet<string>;
  /** Including those in the look-back. */
  readonly known: ReadonlySet<string>;
}

export interface Answered {
  readonly question: Question;
  readonly mix: MixOfPeople;
}

/** Every range of the days, for the project and for each solution. */
export const QUESTIONS: readonly Question[] = Array.from({ length: ASKED_DAYS }, (_, first) =>
  Array.from({ length: ASKED_DAYS - first }, (_day, more) =>
    [null, 'a', 'b'].map((solution) => ({ first, last: first + more, solution })),
  ),
).flat(2);

/**
 * Days of calls: some are empty, and some are only in the look-back of an early or a late range.
 */
const CALENDARS = [
  [0, 1],
  [0, 1, 2],
  [0, 1, 2, 3],
  [0, 2, 3],
  [-30, 0, 1, 2],
  [-30, -29, 1, 2, 3],
  [-30, -29, -28, 0, 1, 2, 3],
  [-1, 0, 1, 2, 3],
];

type Pick = <T>(values: readonly T[]) => T;
const pickBy =
  (random: () => number): Pick =>
  (values) =>
    values[Math.floor(random() * values.length)]!;
const times = (count: number, person: Person): Person[] => Array.from({ length: count }, () => person);

/**
 * Two to five groups of people who call on the same days: of one, just too few, just enough, or
 * more.
 */
export function smallPopulation(random: () => number): Person[] {
  const pick = pickBy(random);
  const days = pick(CALENDARS);
  return Array.from({ length: pick([2, 3, 4, 5]) }, () => {
    const calls = Array.from({ length: pick([1, 1, 2, 2, 3]) }, () => ({
      day: pick(days),
      solution: pick<string>(SOLUTIONS),
    }));
    return times(
      pick([1, 1, 2, 4, 5, 5, 6, 9]),
      calls.sort((one, other) => one.day - other.day),
    );
  }).flat();
}

/**
 * A population with five or six callers of each kind at both ends of a range, which spares the
 * project a comparison; but mostly with too few of one kind, together with people of both ends who
 * are easily mistaken for them.
 */
export function populationWithEdges(random: () => number): Person[] {
  const pick = pickBy(random);
  const [first, last] = [pick([0, 1]), pick([2, 3])];
  const tooFew = { kind: pick(['new', 'returning']), day: pick([first, first, last, last, null]) };
  const some = (kind: string, day: number): number =>
    pick(kind === tooFew.kind && day === tooFew.day ? [1, 4] : [5, 6]);
  const group = (count: number, days: readonly number[]): Person[] =>
    Array.from({ length: count }, () => days.map((day) => ({ day, solution: pick<string>(SOLUTIONS) })));
  const ofBothEnds = pick([
    [first, last],
    [first, first, last],
  ]);
  return [first, last].flatMap((day) => [
    ...group(some('new', day), [day]),
    ...group(some('returning', day), [day === first ? pick([day, day - LOOKBACK_DAYS]) : day, day]),
    ...group(5, ofBothEnds),
  ]);
}

export function mixOfPeople(people: readonly Person[], { first, last, solution }: Question): MixOfPeople {
  const mix = {
    unique: new Set<number>(),
    fresh: new Set<number>(),
    returning: new Set<number>(),
    calls: new Set<string>(),
    known: new Set<string>(),
  };
  for (const [index, person] of people.entries()) {
    const seen = person.filter(
      (call) =>
        call.day >= first - LOOKBACK_DAYS &&
        call.day <= last &&
        (solution === null || call.solution === solution),
    );
    const inside = seen.filter((call) => call.day >= first);
    for (const call of seen) mix.known.add(`${call.day} ${call.solution}`);
    for (const call of inside) mix.calls.add(`${call.day} ${call.solution}`);
    if (inside.length === 0) continue;
    mix.unique.add(index);
    (seen.length > 1 ? mix.returning : mix.fresh).add(index);
  }
  return mix;
}

const without = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number =>
  [...one].filter((member) => !other.has(member)).length;
const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  without(part, whole) === 0;
const isFew = (people: number): boolean => people >= 1 && people <= 4;
const differByFew = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  isFew(without(one, other) + without(other, one));
const nameOf = ({ first, last, solution }: Question): string => `${first}-${last} of ${solution ?? 'all'}`;

/** Every difference between two answers that is known to concern 1 to 4 people. */
export function isolatedBy(answers: readonly Answered[]): string[] {
  return answers.flatMap((whole) =>
    answers
      .filter((part) => part !== whole && isWithin(part.mix.calls, whole.mix.calls))
      .flatMap((part) => {
        const groups = isWithin(part.mix.known, whole.mix.known)
          ? (['unique', 'returning', 'fresh'] as const)
          : (['unique'] as const);
        return groups
          .filter((group) => differByFew(whole.mix[group], part.mix[group]))
          .map((group) => `${group}: ${nameOf(whole.question)} less ${nameOf(part.question)}`);
      }),
  );
}
