import { describe, expect, it } from 'vitest';
import { atDepth } from '../../../../test/support/depth.js';
import { chance } from '../../../../test/support/random-calls.js';
import { judge, lastCheckIn, type Tally, type TalliedTime } from './verdict.policy.js';

const tally = (calls: number, over: Partial<Tally> = {}): Tally => ({
  calls,
  failed: 0,
  escalated: 0,
  abandoned: 0,
  resolved: 0,
  ...over,
});

// version-performance 4.1, 4.5
describe('the verdict', () => {
  it.each<[string, Tally, Tally, object]>([
    ['without calls', tally(0), tally(0), { reason: 'too_few_calls', callsNeeded: null }],
    ['without calls of one', tally(500), tally(0), { reason: 'too_few_calls', callsNeeded: null }],
    [
      'one call before the first check',
      tally(1000),
      tally(124, { failed: 124 }),
      { reason: 'too_few_calls', callsJudged: null, callsNeeded: 1 },
    ],
    [
      'at the first check',
      tally(1000),
      tally(125, { failed: 125 }),
      {
        result: 'worse',
        reason: 'clear_difference',
        decidedBy: ['failed'],
        callsJudged: 125,
        callsNeeded: null,
      },
    ],
    [
      'where more are resolved',
      tally(500, { resolved: 300 }),
      tally(500, { resolved: 375 }),
      { result: 'better', decidedBy: ['resolved'] },
    ],
    [
      'where one figure is better and another worse',
      tally(500, { failed: 100, escalated: 20 }),
      tally(500, { failed: 20, escalated: 100 }),
      { result: 'cannot_tell', reason: 'mixed', callsNeeded: null },
    ],
    [
      'where nothing differs',
      tally(500, { resolved: 300 }),
      tally(500, { resolved: 300 }),
      { result: 'cannot_tell', reason: 'no_clear_difference', callsJudged: 500, callsNeeded: null },
    ],
    [
      'where a difference is not clear yet',
      tally(160, { resolved: 80 }),
      tally(160, { resolved: 100 }),
      { result: 'cannot_tell', reason: 'no_clear_difference', callsJudged: 160, callsNeeded: 340 },
    ],
  ])('%s', (_, a, b, expected) => {
    expect(judge([{ a, b }])).toMatchObject(expected);
  });

  it('names the clearest figure first', () => {
    const a = tally(500, { failed: 20, abandoned: 20 });
    const b = tally(500, { failed: 80, abandoned: 160 });
    expect(judge([{ a, b }]).decidedBy).toEqual(['abandoned', 'failed']);
  });

  // version-performance 4.3
  it('stays until the next check', () => {
    const even = { a: tally(500, { failed: 50 }), b: tally(500, { failed: 50 }) };
    const odd = { a: tally(499), b: tally(499, { failed: 499 }) };
    expect(judge([even, odd])).toMatchObject({ result: 'cannot_tell', callsJudged: 500 });
    const last = { a: tally(1), b: tally(1) };
    expect(judge([even, odd, last])).toMatchObject({ result: 'worse', callsJudged: 1000 });
  });
});

/** The hours of a stretch as one. */
const summed = (hours: readonly TalliedTime[]): TalliedTime => {
  const side = (of: 'a' | 'b'): Tally => {
    const sums: Record<keyof Tally, number> = { ...tally(0) };
    for (const hour of hours)
      for (const name of Object.keys(sums) as (keyof Tally)[]) sums[name] += hour[of][name];
    return sums;
  };
  return { a: side('a'), b: side('b') };
};

// version-performance 4.3
it('is the same by days, with the hours only of the day of the last check', () => {
  const DAY = 7;
  for (let seed = 0; seed < 300; seed += 1) {
    const hours = pairOf(seed, { ...USUAL, failed: (seed % 5) / 20 }).slice(0, 1 + (seed % HOURS));
    const days = Array.from({ length: Math.ceil(hours.length / DAY) }, (_, day) =>
      hours.slice(day * DAY, (day + 1) * DAY),
    );
    const last = lastCheckIn(days.map(summed));
    const mixed = days.flatMap((day, place) => (place === last ? day : [summed(day)]));
    expect(judge(mixed)).toEqual(judge(hours));
  }
});

const PAIRS = atDepth({ ordinary: 1000, full: 4000 });
const CALLS = 500;
const HOURS = 50;

/**
 * Probabilities of a version, which apply to each call independently; `resolved` applies to most of
 * the remaining calls.
 */
interface Shares {
  readonly failed: number;
  readonly escalated: number;
  readonly abandoned: number;
}
const USUAL: Shares = { failed: 0.1, escalated: 0.15, abandoned: 0.1 };

function callsOf(random: () => number, { failed, escalated, abandoned }: Shares): Tally {
  let sums = { calls: 0, failed: 0, escalated: 0, abandoned: 0, resolved: 0 };
  for (let call = 0; call < CALLS / HOURS; call += 1) {
    const way = random();
    const hasFailed = way < failed;
    const isAbandoned = !hasFailed && way < failed + abandoned;
    sums = {
      calls: sums.calls + 1,
      failed: sums.failed + Number(hasFailed),
      abandoned: sums.abandoned + Number(isAbandoned),
      escalated: sums.escalated + Number(random() < escalated),
      resolved: sums.resolved + Number(!hasFailed && !isAbandoned && random() < 0.75),
    };
  }
  return sums;
}

const pairOf = (seed: number, of: Shares): TalliedTime[] => {
  const random = chance(seed);
  return Array.from({ length: HOURS }, () => ({ a: callsOf(random, USUAL), b: callsOf(random, of) }));
};

const pairs = (of: Shares): TalliedTime[][] => Array.from({ length: PAIRS }, (_, seed) => pairOf(seed, of));

// version-performance 4.4
describe('of pairs of versions with 500 calls each', () => {
  it('without a difference, at most 5 % are ever said to differ, even if looked at each hour', () => {
    const wrong = pairs(USUAL).filter((hours) =>
      hours.some((_, hour) => judge(hours.slice(0, hour + 1)).result !== 'cannot_tell'),
    );
    expect(wrong.length).toBeLessThanOrEqual(PAIRS * 0.05);
  });

  it.each<[string, Shares, string]>([
    ['failed more often', { ...USUAL, failed: 0.2 }, 'worse'],
    ['were abandoned more often', { ...USUAL, abandoned: 0.2 }, 'worse'],
    ['failed hardly ever', { ...USUAL, failed: 0 }, 'better'],
    ['were escalated less often', { ...USUAL, escalated: 0.05 }, 'better'],
  ])('a difference of 10 points is found in 95 % where calls %s', (_, of, result) => {
    const found = pairs(of).filter((hours) => judge(hours).result === result);
    expect(found.length).toBeGreaterThanOrEqual(PAIRS * 0.95);
  });
});
