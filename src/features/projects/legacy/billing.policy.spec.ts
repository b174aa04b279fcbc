import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRate, priceCalls } from './billing.policy.js';

// projects 7.4
describe('a rate', () => {
  it.each([0, 0.0001, 0.15, 1, 12.3456, 99_999_999.9999, -0])('may be %j', (value) => {
    expect(isRate(value)).toBe(true);
  });

  it.each([
    [-0.0001],
    [0.00001],
    [0.1 + 0.2],
    [1e-7],
    [100_000_000],
    [1e21],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['0.15'],
    [null],
    [undefined],
    [true],
    [[0.15]],
    [{}],
  ])('is never %j', (value) => {
    expect(isRate(value)).toBe(false);
  });
});

const CALLS = {
  total_calls: '6',
  billable_calls: '3',
  total_duration_seconds: '215.5',
  billable_seconds: '195.5',
};

// projects 7.6, 7.7
describe('the price of calls', () => {
  it.each([
    ['per_minute', '0.1500', 0.4888],
    ['per_call', '0.1500', 0.45],
    ['tiered', '0.1500', 0.4888],
    ['per_minute', '0', 0],
    ['per_call', '0', 0],
    ['per_call', '99999999.9999', 299_999_999.9997],
  ])('%s at %s is %d', (billing_model, rate_per_minute, amount) => {
    expect(priceCalls(CALLS, { billing_model, rate_per_minute }).estimated_amount).toBe(amount);
  });

  it('comes with what it is made of', () => {
    expect(priceCalls(CALLS, { billing_model: 'per_minute', rate_per_minute: '0.15' })).toEqual({
      total_calls: 6,
      billable_calls: 3,
      total_duration_seconds: 216,
      billable_seconds: 195.5,
      billable_minutes: 3.2583,
      estimated_amount: 0.4888,
    });
  });

  it('of no calls at all is nothing', () => {
    const none = {
      total_calls: '0',
      billable_calls: '0',
      total_duration_seconds: null,
      billable_seconds: null,
    };
    for (const billing_model of ['per_minute', 'per_call', 'tiered']) {
      expect(priceCalls(none, { billing_model, rate_per_minute: '7.5' })).toEqual({
        total_calls: 0,
        billable_calls: 0,
        total_duration_seconds: 0,
        billable_seconds: 0,
        billable_minutes: 0,
        estimated_amount: 0,
      });
    }
  });

  // As a binary fraction, 1.005 lies below the half that was written.
  it.each([
    ['30', '0.0001', 0.0001],
    ['29.9', '0.0001', 0],
    ['60', '1.0050', 1.005],
    ['6030', '0.0003', 0.0302],
  ])('of %s seconds at %s rounds half away from zero: %d', (billable_seconds, rate_per_minute, amount) => {
    const calls = { ...CALLS, billable_seconds };
    expect(priceCalls(calls, { billing_model: 'per_minute', rate_per_minute }).estimated_amount).toBe(amount);
  });

  it('never drifts, whatever the seconds and the rate', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.nat(1_000_000), (milliseconds, rate) => {
        const decimal = (units: number, places: number) => {
          const digits = String(units).padStart(places + 1, '0');
          return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
        };
        const { estimated_amount: amount } = priceCalls(
          { ...CALLS, billable_seconds: decimal(milliseconds, 3) },
          { billing_model: 'per_minute', rate_per_minute: decimal(rate, 4) },
        );
        // In ten-thousandths: milliseconds * rate / 60 000, rounded half up.
        const expected = (BigInt(milliseconds) * BigInt(rate) * 2n + 60_000n) / 120_000n;
        expect(amount.toFixed(4)).toBe(decimal(Number(expected), 4));
      }),
    );
  });
});
