import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeUsage } from './usage-charges.policy.js';

const FOUNDATION = 24_900;
const MINUTES = { meterId: 'minutes', includedUnits: 500, unitRate: 59 } as const;
const SEGMENTS = { meterId: 'sms_segments', includedUnits: 100, unitRate: 20 } as const;

/**
 * Minutes, segments, cents of minutes, cents of segments, and the whole bill in cents: calculated
 * by hand.
 */
const POINTS = [
  [0, 0, 0, 0, 24_900],
  [1, 0, 0, 0, 24_900],
  [0, 1, 0, 0, 24_900],
  [499, 99, 0, 0, 24_900],
  [500, 100, 0, 0, 24_900],
  [501, 100, 59, 0, 24_959],
  [500, 101, 0, 20, 24_920],
  [501, 101, 59, 20, 24_979],
  [502, 100, 118, 0, 25_018],
  [500, 102, 0, 40, 24_940],
  [510, 110, 590, 200, 25_690],
  [550, 150, 2_950, 1_000, 28_850],
  [599, 199, 5_841, 1_980, 32_721],
  [600, 200, 5_900, 2_000, 32_800],
  [601, 200, 5_959, 2_000, 32_859],
  [600, 201, 5_900, 2_020, 32_820],
  [750, 0, 14_750, 0, 39_650],
  [0, 250, 0, 3_000, 27_900],
  [999, 99, 29_441, 0, 54_341],
  [1_000, 100, 29_500, 0, 54_400],
  [1_000, 1_000, 29_500, 18_000, 72_400],
  [1_234, 567, 43_306, 9_340, 77_546],
  [1_499, 1, 58_941, 0, 83_841],
  [1_500, 300, 59_000, 4_000, 87_900],
  [1_999, 999, 88_441, 17_980, 131_321],
  [2_000, 2_000, 88_500, 38_000, 151_400],
  [2_500, 101, 118_000, 20, 142_920],
  [3_000, 3_000, 147_500, 58_000, 230_400],
  [3_333, 333, 167_147, 4_660, 196_707],
  [4_321, 1_234, 225_439, 22_680, 273_019],
  [5_000, 0, 265_500, 0, 290_400],
  [0, 5_000, 0, 98_000, 122_900],
  [7_777, 7_777, 429_343, 153_540, 607_783],
  [9_999, 9_999, 560_441, 197_980, 783_321],
  [10_000, 10_000, 560_500, 198_000, 783_400],
  [12_345, 6_789, 698_855, 133_780, 857_535],
  [50_000, 100, 2_920_500, 0, 2_945_400],
  [500, 50_000, 0, 998_000, 1_022_900],
  [99_999, 99_999, 5_870_441, 1_997_980, 7_893_321],
  [1_000_000, 1_000_000, 58_970_500, 19_998_000, 78_993_400],
] as const;

// billing 5.1, 5.3
describe('the reference plan', () => {
  it.each(POINTS)('%d minutes and %d segments', (minutes, segments, minuteCents, segmentCents, bill) => {
    const voice = chargeUsage(minutes, MINUTES).overageAmount!;
    const sms = chargeUsage(segments, SEGMENTS).overageAmount!;
    expect([voice, sms, FOUNDATION + voice + sms]).toEqual([minuteCents, segmentCents, bill]);
  });

  it('is shown at 40 points of usage', () => {
    expect(new Set(POINTS.map(([minutes, segments]) => `${minutes}/${segments}`)).size).toBe(40);
  });
});

// billing 5.1
describe('a usage', () => {
  it('splits into what is included, what is left of that, and what is not', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(100_000), (total, includedUnits, unitRate) => {
        const charge = chargeUsage(total, { meterId: 'minutes', includedUnits, unitRate });
        expect(total - charge.overageUnits + charge.remainingUnits).toBe(includedUnits);
        expect(Math.min(charge.overageUnits, charge.remainingUnits)).toBe(0);
        expect(charge.overageAmount).toBe(charge.overageUnits * unitRate);
      }),
    );
  });

  it('has no price rather than a rounded one', () => {
    const terms = { meterId: 'minutes', includedUnits: 0, unitRate: 3 } as const;
    expect(chargeUsage(Number.MAX_SAFE_INTEGER, terms).overageAmount).toBeNull();
  });
});
