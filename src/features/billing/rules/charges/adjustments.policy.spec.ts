import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustFee } from './adjustments.policy.js';
import type { Adjustment } from './adjustments.policy.js';

const FEE = { amount: 20_000, currency: 'AUD' };
const DAY = '2026-11-22';

let lastId = 0;
const adjustment = (kind: string, amount: number, more: Partial<Adjustment> = {}): Adjustment => {
  const [adjustmentType = '', promotionSubType = null] = kind.split('/');
  lastId += 1;
  const dates = { startDate: '2026-11-01', endDate: null };
  return { id: lastId, adjustmentType, promotionSubType, amount, currency: 'AUD', ...dates, ...more };
};
/** The amount, and the net effects in the order of ids. */
const adjusted = (...adjustments: Adjustment[]) => {
  const { active, amount } = adjustFee(FEE, adjustments, DAY);
  return [amount, active.map(({ netEffect }) => netEffect)];
};

// billing 3.2, 3.3
describe('an adjustment of a fee of 20000', () => {
  it.each([
    ['none', [], 20_000, []],
    ['an override below it', [adjustment('override', 15_000)], 15_000, [-5_000]],
    ['an override above it', [adjustment('override', 30_000)], 30_000, [10_000]],
    ['an override to nothing', [adjustment('override', 0)], 0, [-20_000]],
    ['a credit', [adjustment('credit', 2_500)], 17_500, [-2_500]],
    ['a credit above it', [adjustment('credit', 25_000)], 0, [-20_000]],
    ['a surcharge', [adjustment('surcharge', 2_500)], 22_500, [2_500]],
    ['a replacing promotion', [adjustment('promotion/replacement_fee', 9_900)], 9_900, [-10_100]],
    ['a crediting promotion', [adjustment('promotion/recurring_credit', 5_000)], 15_000, [-5_000]],
    [
      'a credit before an override: what it is taken off is the override',
      [adjustment('credit', 6_000), adjustment('override', 5_000)],
      0,
      [-5_000, -15_000],
    ],
    [
      'a credit before a surcharge: it is taken off both',
      [adjustment('credit', 21_000), adjustment('surcharge', 2_500)],
      1_500,
      [-21_000, 2_500],
    ],
    [
      'two credits that are more than the fee: the second takes what the first has left',
      [adjustment('credit', 15_000), adjustment('promotion/recurring_credit', 15_000)],
      0,
      [-15_000, -5_000],
    ],
    [
      'one of every kind but one',
      [
        adjustment('surcharge', 1_000),
        adjustment('promotion/replacement_fee', 10_000),
        adjustment('credit', 300),
        adjustment('promotion/recurring_credit', 700),
      ],
      10_000,
      [1_000, -10_000, -300, -700],
    ],
  ] as const)('%s', (_, adjustments, amount, effects) => {
    expect(adjusted(...adjustments)).toEqual([amount, effects]);
  });
});

// billing 3.1
describe('an adjustment that does not hold on the day', () => {
  it.each([
    ['has ended', { endDate: '2026-11-21' }],
    ['begins tomorrow', { startDate: '2026-11-23' }],
  ])('counts for nothing: it %s', (_, dates) => {
    expect(adjusted(adjustment('override', 1, dates), adjustment('override', 2))).toEqual([2, [-19_998]]);
  });
});

// billing 3.4
describe('an amount is withheld rather than guessed', () => {
  it.each([
    ['two that replace the fee', [adjustment('override', 1), adjustment('promotion/replacement_fee', 2)]],
    ['two overrides', [adjustment('override', 1), adjustment('override', 1)]],
    ['another currency', [adjustment('credit', 1, { currency: 'USD' }), adjustment('credit', 1)]],
    ['a negative amount', [adjustment('credit', -1), adjustment('credit', 1)]],
    ['an amount with a fraction', [adjustment('surcharge', 0.5), adjustment('credit', 1)]],
    ['an unknown type', [adjustment('refund', 1), adjustment('credit', 1)]],
    ['a type that every object has', [adjustment('constructor', 1), adjustment('credit', 1)]],
    ['a promotion of no kind', [adjustment('promotion', 1), adjustment('credit', 1)]],
    ['a promotion of an unknown kind', [adjustment('promotion/gift', 1), adjustment('credit', 1)]],
    [
      'a credit that says it is a promotion',
      [adjustment('credit/recurring_credit', 1), adjustment('credit', 1)],
    ],
  ])('at %s', (_, adjustments) => {
    expect(adjusted(...adjustments)).toEqual([null, [null, null]]);
  });

  it('if the fee after discounts is unknown', () => {
    const { amount } = adjustFee({ amount: null, currency: 'AUD' }, [adjustment('override', 1)], DAY);
    expect(amount).toBeNull();
  });
});

// billing 3.3
it('has effects that add up to the change, in any order, and a fee that is never negative', () => {
  const kinds = fc.constantFrom('credit', 'surcharge', 'promotion/recurring_credit');
  const any = fc.array(fc.tuple(kinds, fc.nat(30_000)), { maxLength: 6 });
  fc.assert(
    fc.property(any, fc.option(fc.nat(30_000)), (others, override) => {
      const made = others.map(([kind, amount]) => adjustment(kind, amount));
      if (override !== null) made.push(adjustment('override', override));
      const { active, amount } = adjustFee(FEE, made, DAY);
      expect(active.reduce((sum, { netEffect }) => sum + netEffect!, FEE.amount)).toBe(amount);
      expect(amount).toBeGreaterThanOrEqual(0);
      expect(adjustFee(FEE, made.toReversed(), DAY)).toEqual({ active, amount });
    }),
  );
});
