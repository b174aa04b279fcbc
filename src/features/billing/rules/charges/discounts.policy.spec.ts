import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountFee } from './discounts.policy.js';
import type { Discount } from './discounts.policy.js';

const FEE = { amount: 24_900, currency: 'AUD' };
const DAY = '2026-11-22';

const discount = (discountType: string, discountValue: number, more: Partial<Discount> = {}): Discount => ({
  discountType,
  discountValue,
  currency: 'AUD',
  startDate: '2026-11-01',
  endDate: null,
  ...more,
});
const percent = (value: number, more?: Partial<Discount>) => discount('percentage_monthly_fee', value, more);
const fixed = (value: number, more?: Partial<Discount>) => discount('fixed_monthly_fee', value, more);
const left = (...discounts: Discount[]) => discountFee(FEE, discounts, DAY).amount;

// billing 2.1, 2.3
describe('a discount of the monthly fee of 24900', () => {
  it.each([
    ['none', [], 24_900],
    ['nothing', [percent(0)], 24_900],
    ['a tenth', [percent(10)], 22_410],
    ['a third and a bit', [percent(33)], 16_683],
    ['all of it', [percent(100)], 0],
    ['an amount', [fixed(5_000)], 19_900],
    ['an amount as large as the fee', [fixed(24_900)], 0],
    ['an amount above it', [fixed(24_901)], 0],
    ['two shares, each of the whole fee', [percent(10), percent(20)], 17_430],
    ['a share and an amount', [percent(10), fixed(1_000)], 21_410],
    ['the same in the other order', [fixed(1_000), percent(10)], 21_410],
    ['more than all of it', [percent(60), percent(60)], 0],
  ])('%s', (_, discounts, amount) => {
    expect(left(...discounts)).toBe(amount);
  });

  it('rounds half a unit of a share up', () => {
    expect(discountFee({ amount: 25, currency: 'JPY' }, [percent(10, { currency: 'JPY' })], DAY).amount).toBe(
      22,
    );
  });
});

// billing 2.2
describe('a discount that does not hold on the day', () => {
  it.each([
    ['has ended', { endDate: '2026-11-21' }],
    ['begins tomorrow', { startDate: '2026-11-23' }],
    ['has ended, in another currency', { endDate: '2026-11-21', currency: 'USD' }],
  ])('counts for nothing: it %s', (_, dates) => {
    expect(discountFee(FEE, [percent(50, dates)], DAY)).toEqual({ active: [], amount: 24_900 });
  });
});

// billing 2.4
describe('an amount is withheld rather than guessed', () => {
  it.each([
    ['a share above 100', percent(101)],
    ['a share below 0', percent(-1)],
    ['a share with a fraction', percent(0.5)],
    ['an amount below 0', fixed(-1)],
    ['another currency', fixed(100, { currency: 'USD' })],
    ['a share in another currency', percent(10, { currency: 'USD' })],
    ['an unknown type', discount('setup_fee', 100)],
    ['a type that every object has', discount('constructor', 100)],
  ])('at %s', (_, wrong) => {
    expect(discountFee(FEE, [fixed(1), wrong], DAY)).toEqual({ active: [fixed(1), wrong], amount: null });
  });
});

// billing 2.3
it('gives the same amount in any order, between 0 and the fee', () => {
  const any = fc.oneof(
    fc.nat(100).map((it) => percent(it)),
    fc.nat(10_000).map((it) => fixed(it)),
  );
  fc.assert(
    fc.property(fc.array(any, { maxLength: 6 }), (discounts) => {
      const amount = left(...discounts)!;
      expect(left(...discounts.toReversed())).toBe(amount);
      expect(amount).toBeGreaterThanOrEqual(0);
      expect(amount).toBeLessThanOrEqual(FEE.amount);
    }),
  );
});
