import { describe, expect, it } from 'vitest';
import { comparedIn, type StagedTime } from './fairness.policy.js';

const day = (date: number): Date => new Date(Date.UTC(2026, 9, date));
const range = { from: day(5), to: day(20) };
const staged = (over: Partial<StagedTime> = {}): StagedTime => ({
  staged: 2,
  published: 1,
  from: day(10),
  to: day(12),
  isDrawn: true,
  ...over,
});

// version-performance 2.1, 2.2
describe('the calls that are compared', () => {
  it.each<[string, readonly StagedTime[], [number, number], string[]]>([
    ['those of the staged time', [staged()], [10, 12], []],
    ['those of the staged time that is active', [staged({ to: null })], [10, 20], []],
    ['those of it within the range', [staged({ from: day(1), to: day(30) })], [5, 20], []],
    ['all where no release was staged', [], [5, 20], ['not_live_together']],
    ['all where others were staged', [staged({ staged: 3 })], [5, 20], ['not_live_together']],
    [
      'all where it ended before the range',
      [staged({ from: day(1), to: day(5) })],
      [5, 20],
      ['not_live_together'],
    ],
    [
      'all where it began after the range',
      [staged({ from: day(20), to: null })],
      [5, 20],
      ['not_live_together'],
    ],
    ['those of chosen numbers', [staged({ isDrawn: false })], [10, 12], ['numbers_chosen']],
  ])('%s', (_, times, [from, to], reasons) => {
    for (const versions of [
      [1, 2],
      [2, 1],
    ] as const)
      expect(comparedIn(range, versions, times)).toMatchObject({ from: day(from), to: day(to), reasons });
  });
});
