import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCurrency, isWhole, multiplyWhole, percentOf, toMajor } from './money.policy.js';

// billing 1.1, 1.2
describe('major units', () => {
  it.each([
    [24_900, 'AUD', 249],
    [24_901, 'AUD', 249.01],
    [1, 'USD', 0.01],
    [0, 'EUR', 0],
    [-1, 'AUD', -0.01],
    [24_900, 'JPY', 24_900],
    [24_900, 'KRW', 24_900],
    [24_900, 'KWD', 24.9],
    [1, 'TND', 0.001],
    // As the provider defines them, which differs from ISO 4217.
    [24_900, 'UGX', 249],
    [24_900, 'ISK', 249],
    [24_900, 'MGA', 24_900],
  ])('%d of %s are %d', (minor, currency, major) => {
    expect(toMajor(minor, currency)).toBe(major);
  });

  it('print the digits that were stored, whatever they are', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999_999), (minor) => {
        const digits = String(minor).padStart(3, '0');
        expect(toMajor(minor, 'AUD').toFixed(2)).toBe(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
      }),
    );
  });
});

// billing 1.2
describe('a currency', () => {
  it.each(['AUD', 'USD', 'JPY', 'KWD', 'NZD'])('may be %s', (code) => {
    expect(isCurrency(code)).toBe(true);
  });

  it.each([['aud'], ['AU'], ['AUDX'], [''], ['constructor'], [null], [undefined], [36]])(
    'is never %j',
    (code) => {
      expect(isCurrency(code)).toBe(false);
    },
  );
});

// billing 1.1
describe('whole amounts', () => {
  it.each([0, 1, Number.MAX_SAFE_INTEGER])('may be %d', (value) => {
    expect(isWhole(value)).toBe(true);
  });

  it.each([[-1], [0.5], [2 ** 53], [Number.NaN], [Infinity], ['1'], [null], [1n]])(
    'are never %s',
    (value) => {
      expect(isWhole(value)).toBe(false);
    },
  );

  it('are not multiplied where the product would be rounded', () => {
    expect(multiplyWhole(94_906_265, 94_906_265)).toBe(9_007_199_136_250_225);
    expect(multiplyWhole(94_906_266, 94_906_266)).toBeNull();
  });

  it.each([
    [24_900, 10, 2_490],
    [24_900, 0, 0],
    [24_900, 100, 24_900],
    [1, 50, 1],
    [1, 49, 0],
    [333, 15, 50],
    [331, 15, 50],
    [Number.MAX_SAFE_INTEGER, 100, Number.MAX_SAFE_INTEGER],
  ])('%d by %d percent: %d, a half rounded up', (amount, percent, part) => {
    expect(percentOf(amount, percent)).toBe(part);
  });
});
