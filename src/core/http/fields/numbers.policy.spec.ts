import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { average, decimal4, divideDecimal, multiplyDecimals, percentage } from './numbers.policy.js';

// requests 10.1
describe('percentage', () => {
  it.each([
    [0, 0, 0],
    [0, 5, 0],
    [5, 5, 100],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 800, 0.13],
    [1, 1_000_000, 0],
    [7, 9, 77.78],
  ])('%d of %d is %d', (part, total, expected) => {
    expect(percentage(part, total)).toBe(expected);
  });

  it('of the parts of a whole add up to 100, apart from the rounding of each', () => {
    const parts = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(parts, (counts) => {
        const total = counts.reduce((sum, count) => sum + count, 0);
        const shares = counts.map((count) => percentage(count, total));
        const sum = shares.reduce((one, other) => one + other, 0);
        expect(Math.abs(sum - (total === 0 ? 0 : 100))).toBeLessThanOrEqual(0.005 * counts.length + 1e-9);
        shares.forEach((share) => expect(String(share)).toMatch(/^\d{1,3}(\.\d{1,2})?$/));
      }),
    );
  });
});

describe('decimal4', () => {
  it.each<[string | number, number]>([
    ['0', 0],
    ['0.1', 0.1],
    ['12.34000000', 12.34],
    ['1.00005', 1.0001],
    ['1.00004999999', 1],
    ['2.99995', 3],
    ['0.00005', 0.0001],
    ['-1.00005', -1.0001],
    ['-0.00001', 0],
    ['9999999999.9999', 9999999999.9999],
    [0.3, 0.3],
    [17, 17],
  ])('%s is %d', (text, expected) => {
    expect(decimal4(text)).toBe(expected);
  });

  // requests 10.2
  it('never drifts: what was stored with 4 decimals comes back digit by digit', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.nat(9999), (whole, rest) => {
        const text = `${whole}.${String(rest).padStart(4, '0')}`;
        expect(decimal4(text).toFixed(4)).toBe(text);
      }),
    );
  });
});

describe('divideDecimal', () => {
  it.each<[string, number, number, number]>([
    ['10', 3, 2, 3.33],
    ['20', 3, 2, 6.67],
    ['0.3', 3, 4, 0.1],
    ['123.5', 1, 0, 124],
    ['122.4999', 1, 0, 122],
    ['1', 8, 2, 0.13],
    ['0', 7, 4, 0],
  ])('%s / %d to %d decimals is %d', (value, divisor, places, expected) => {
    expect(divideDecimal(value, divisor, places)).toBe(expected);
  });

  it.each<[string | number, number]>([
    ['', 1],
    ['1e5', 1],
    ['NaN', 1],
    [Number.NaN, 1],
    [Infinity, 1],
    ['1', 0],
    ['1', -1],
    ['1', 0.5],
  ])('is a defect: %s / %d', (value, divisor) => {
    expect(() => divideDecimal(value, divisor, 2)).toThrow(RangeError);
  });
});

// requests 10.3
describe('average', () => {
  it.each<[string | number | null, string | number, number | null]>([
    ['361.500', '3', 120.5],
    ['0.0', '2', 0],
    ['10', 3, 3.33],
    [null, '0', null],
    ['0', 0, null],
  ])('of %s over %s values is %s', (sum, count, expected) => {
    expect(average(sum, count, 2)).toBe(expected);
  });
});

describe('multiplyDecimals', () => {
  it.each<[string | number, string | number, string]>([
    ['0', '12.5', '0.0'],
    ['0.1', '0.2', '0.02'],
    ['0.15', 270, '40.50'],
    ['-0.5', '3', '-1.5'],
    ['-0.5', '-3', '1.5'],
    ['-0.5', '0', '0.0'],
    ['99999999.9999', '99999999.9999', '9999999999980000.00000001'],
    [7, 6, '42'],
  ])('%s times %s is %s', (one, other, product) => {
    expect(multiplyDecimals(one, other)).toBe(product);
    expect(multiplyDecimals(other, one)).toBe(product);
  });

  it.each([['1e3'], ['NaN'], [''], ['1.'], [Number.POSITIVE_INFINITY]])('refuses %j', (value) => {
    expect(() => multiplyDecimals(value, 1)).toThrow(RangeError);
  });
});
