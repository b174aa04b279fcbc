import { describe, expect, it } from 'vitest';
import { differences, hasBroadEdges } from './caller-mix-differences.policy.js';
import type { CallerDays } from './caller-mix-differences.policy.js';

/** `count` callers, each with calls on these days. */
const callers = (count: number, days: readonly number[], solution = ''): CallerDays[] =>
  Array.from({ length: count }, () => ({ days, solutions: days.map(() => solution) }));

const isolatesFew = (...of: Parameters<typeof differences>): boolean =>
  differences(...of).some((isFew) => isFew());

// calls 13.7
describe('the mix of a range beside those of the ranges in it', () => {
  it.each<[string, CallerDays[], number, boolean]>([
    ['one day', callers(5, [0]), 1, false],
    ['one caller more on the last day', [...callers(9, [0]), ...callers(1, [1])], 2, true],
    ['one caller more on the first day', [...callers(1, [0]), ...callers(9, [1])], 2, true],
    ['one caller more in the middle', [...callers(9, [0]), ...callers(1, [1]), ...callers(9, [2])], 3, false],
    ['four callers more', [...callers(9, [0]), ...callers(4, [1])], 2, true],
    ['five callers more', [...callers(9, [0]), ...callers(5, [1])], 2, false],
    ['a last day without callers', callers(9, [0]), 2, false],
    ['a day too small to be answered itself', callers(9, [0, 1]), 2, false],
    [
      'one who returns on the last day',
      [...callers(9, [0]), ...callers(6, [1]), ...callers(1, [0, 1])],
      2,
      true,
    ],
    [
      'five who return on the last day',
      [...callers(9, [0]), ...callers(6, [1]), ...callers(5, [0, 1])],
      2,
      false,
    ],
    [
      'one who is absent only from the days between',
      [...callers(9, [0, 1, 2]), ...callers(1, [0, 2])],
      3,
      true,
    ],
    [
      'one who returns by a look-back that only the whole range has',
      [...callers(9, [1]), ...callers(1, [-30, 1]), ...callers(6, [0])],
      2,
      true,
    ],
    ['five who do', [...callers(9, [1]), ...callers(5, [-30, 1]), ...callers(6, [0])], 2, false],
    ['few in all', callers(2, [0, 1]), 2, false],
  ])('%s', (_, calls, days, isolates) => {
    expect(isolatesFew(calls, days, null)).toBe(isolates);
  });
});

// calls 13.7
describe('the mix of a solution beside that of its project', () => {
  it.each<[string, CallerDays[], boolean]>([
    ['all of the project', callers(9, [0], 'a'), false],
    ['all but one caller', [...callers(9, [0], 'a'), ...callers(1, [0], 'b')], true],
    ['all but one caller without a solution', [...callers(9, [0], 'a'), ...callers(1, [0])], true],
    ['all but five', [...callers(9, [0], 'a'), ...callers(5, [0], 'b')], false],
    [
      'two large solutions and a small one',
      [...callers(9, [0], 'a'), ...callers(9, [0], 'b'), ...callers(2, [0], 'c')],
      true,
    ],
    [
      'one who returns to the project by a call to another solution',
      [...callers(9, [0], 'a'), ...callers(6, [0], 'b'), { days: [-3, 0], solutions: ['b', 'a'] }],
      true,
    ],
  ])('%s', (_, calls, isolates) => {
    expect(isolatesFew(calls, 1, 'a')).toBe(isolates);
  });
});

// calls 13.7
describe('the mix of a solution beside that of its project in another range', () => {
  const inside = [...callers(9, [0], 'a'), ...callers(4, [0], 'b')];

  it('is withheld where the project is without the days on which the solution had no calls', () => {
    const calls = [...inside, ...callers(9, [1], 'b')];
    expect(isolatesFew(calls, 2, 'a')).toBe(true);
    expect(isolatesFew([...calls, ...callers(1, [0], 'b')], 2, 'a')).toBe(false);
  });

  it('has that of the project withheld where the solution had as many callers within', () => {
    // All callers of a return on b, so that the project reveals nothing about the first day itself.
    const back = Array.from({ length: 6 }, () => ({ days: [0, 0], solutions: ['a', 'b'] }));
    const calls = [...callers(3, [0], 'a'), ...back];
    expect(isolatesFew([...calls, ...callers(4, [1])], 2, null)).toBe(true);
  });

  it('is withheld where there are too many solutions to compare', () => {
    const one = (_: unknown, index: number) => callers(5, [0], `solution ${index}`);
    expect(isolatesFew(Array.from({ length: 50 }, one).flat(), 2, null)).toBe(false);
    expect(isolatesFew(Array.from({ length: 51 }, one).flat(), 2, null)).toBe(true);
  });
});

// calls 13.7
it('compares callers of a range that shows nothing itself with those of a longer one', () => {
  // No caller called on day 0: the days 0 and 1 have the callers of day 1 and a longer look-back,
  // by which 5 return.
  const calls = [...callers(4, [1]), ...callers(5, [-29, 1])];
  expect(isolatesFew([...calls, ...callers(1, [2])], 3, null)).toBe(true);
});

describe('broad edges', () => {
  const edge = (newCallers: number, returningCallers: number) => ({ newCallers, returningCallers });
  it.each([
    [[edge(5, 5), edge(9, 9)], true],
    [[edge(4, 5), edge(5, 5)], false],
    [[edge(5, 5), edge(4, 5)], false],
    [[edge(5, 0), edge(5, 5)], false],
    [[edge(5, 5), edge(5, 4)], false],
  ])('%j: %j', (edges, are) => {
    expect(hasBroadEdges(edges)).toBe(are);
  });
});
