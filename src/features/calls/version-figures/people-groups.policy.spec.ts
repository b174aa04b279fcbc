import { describe, expect, it } from 'vitest';
import { atDepth } from '../../../../test/support/depth.js';
import { chance } from '../../../../test/support/random-calls.js';
import { peoplePieces } from './people-groups.policy.js';

const counted = (calls: readonly number[], breaks: readonly number[] = [0], first = 0): number[] => [
  ...peoplePieces(new Map(calls.flatMap((it, piece) => (it === 0 ? [] : [[piece, it]]))), breaks, first),
];

// version-performance 3.2
describe('the pieces whose people are counted', () => {
  it.each<[string, number[], number[], number, number[]]>([
    ['none without calls', [], [0], 0, []],
    ['none of 4 calls', [4], [0], 0, []],
    ['one of 5 calls', [5], [0], 0, [0]],
    ['two that have 5 together', [4, 1], [0], 0, [0, 1]],
    ['none after the last group', [5, 4], [0], 0, [0]],
    ['pieces without calls between', [3, 0, 0, 2], [0], 0, [0, 3]],
    ['none across a break', [3, 3, 3], [0, 1], 0, [1, 2]],
    ['no group of which a piece is before the range', [3, 3, 5], [0], 1, [2]],
    ['groups from the range on', [5, 5], [0], 1, [1]],
  ])('%s', (_, calls, breaks, first, expected) => {
    expect(counted(calls, breaks, first)).toEqual(expected);
  });

  it('never differ by 1 to 4 calls between two ranges, one within the other', () => {
    for (let seed = 0; seed < atDepth({ ordinary: 200, full: 2000 }); seed += 1) {
      const random = chance(seed);
      const calls = Array.from({ length: 12 }, () => Math.floor(random() * 7));
      const breaks = [0, ...calls.keys()].filter((piece) => piece === 0 || random() < 0.2).slice(1);
      const sumOf = (first: number, end: number): number =>
        counted(calls.slice(0, end), [0, ...breaks], first).reduce((sum, it) => sum + calls[it]!, 0);
      const revealed: number[] = [];
      for (let first = 0; first < 12; first += 1)
        for (let end = first + 1; end <= 12; end += 1)
          for (const [from, to] of [
            [first + 1, end],
            [first, end - 1],
            [first + 1, end - 1],
          ] as const)
            revealed.push(sumOf(first, end) - sumOf(from, to));
      expect(revealed.filter((it) => it > 0 && it < 5)).toEqual([]);
    }
  });
});
