import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callerMix, CallerMixInput } from './caller-mix.policy.js';

const input = (over: Partial<CallerMixInput> = {}): CallerMixInput => ({
  supported: true,
  totalCalls: 40,
  identifiedCalls: 30,
  foreignKeyCalls: 0,
  matchingKeyAvailable: true,
  wholeLocalDays: true,
  uniqueCallers: 12,
  returningCallers: 5,
  ...over,
});
const people = (uniqueCallers: number, returningCallers: number): CallerMixInput =>
  input({ uniqueCallers, returningCallers });
const nobody = { totalCalls: 0, identifiedCalls: 0, uniqueCallers: 0, returningCallers: 0 };

describe('caller mix (calls 13.1, 13.2, 13.4, 13.5, 13.6, 13.9, 13.10)', () => {
  it('ready', () => {
    expect(callerMix(input())).toEqual({
      status: 'available',
      reason_code: 'ready',
      lookback_days: 30,
      metrics: {
        total_calls: 40,
        identified_calls: 30,
        unique_callers: 12,
        new_callers: 7,
        returning_callers: 5,
        new_callers_percent: 58.33,
        returning_callers_percent: 41.67,
        avg_calls_per_caller: 2.5,
      },
    });
  });

  it('no calls, zero metrics', () => {
    expect(callerMix(input(nobody))).toEqual({
      status: 'available',
      reason_code: 'no_calls',
      lookback_days: 30,
      metrics: {
        total_calls: 0,
        identified_calls: 0,
        unique_callers: 0,
        new_callers: 0,
        returning_callers: 0,
        new_callers_percent: 0,
        returning_callers_percent: 0,
        avg_calls_per_caller: 0,
      },
    });
  });

  it.each<[string, CallerMixInput, string]>([
    ['no capability', input({ supported: false }), 'unsupported'],
    ['... says so even for an empty range', input({ ...nobody, supported: false }), 'unsupported'],
    ['an empty range needs no key', input({ ...nobody, matchingKeyAvailable: false }), 'no_calls'],
    ['no identity evidence', input({ identifiedCalls: 0 }), 'identity_unavailable'],
    [
      '... before the key is missed',
      input({ identifiedCalls: 0, matchingKeyAvailable: false }),
      'identity_unavailable',
    ],
    ['no key', input({ matchingKeyAvailable: false }), 'matching_unavailable'],
    ['rows under another key', input({ foreignKeyCalls: 1 }), 'matching_unavailable'],
    ['parts of days', input({ wholeLocalDays: false }), 'matching_unavailable'],
    [
      '... before the population is looked at',
      { ...people(1, 0), wholeLocalDays: false },
      'matching_unavailable',
    ],
    ['4 unique', people(4, 0), 'below_k'],
    ['4 new', people(9, 5), 'below_k'],
    ['4 returning', people(9, 4), 'below_k'],
    ['1 returning', people(100, 1), 'below_k'],
    ['1 new', people(100, 99), 'below_k'],
    ['0 unique', people(0, 0), 'below_k'],
    ['counts that contradict each other', people(10, 11), 'below_k'],
    ['5 new, none returning', people(5, 0), 'ready'],
    ['5 returning, none new', people(5, 5), 'ready'],
    ['5 and 5', people(10, 5), 'ready'],
  ])('%s', (_, value, reason) => {
    const mix = callerMix(value);
    expect(mix.reason_code).toBe(reason);
    expect(mix.status).toBe(reason === 'ready' || reason === 'no_calls' ? 'available' : 'unavailable');
    expect(mix.metrics === null).toBe(mix.status === 'unavailable');
  });

  // calls 13.4
  it('never shows a group of 1 to 4 people, and its parts add up', () => {
    const inputs = fc.record({
      supported: fc.boolean(),
      totalCalls: fc.nat(50),
      identifiedCalls: fc.nat(50),
      foreignKeyCalls: fc.nat(1),
      matchingKeyAvailable: fc.boolean(),
      wholeLocalDays: fc.boolean(),
      uniqueCallers: fc.nat(20),
      returningCallers: fc.nat(20),
    });
    fc.assert(
      fc.property(inputs, (value) => {
        const { metrics } = callerMix(value);
        if (metrics === null) return;
        const { unique_callers, new_callers, returning_callers } = metrics;
        expect(new_callers + returning_callers).toBe(unique_callers);
        for (const group of [unique_callers, new_callers, returning_callers]) {
          expect(group === 0 || group >= 5).toBe(true);
        }
        const shares = metrics.new_callers_percent + metrics.returning_callers_percent;
        expect(Math.abs(shares - (unique_callers === 0 ? 0 : 100))).toBeLessThan(0.011);
      }),
      { numRuns: 1000 },
    );
  });
});
