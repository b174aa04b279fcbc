/** A decimal as PostgreSQL writes numeric and bigint: exact, no exponent. Numbers are read as they print. */
export type Decimal = string | number;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Share of a total in percent, half up to 2 decimals; 0 when the total is 0. */
export const percentage = (part: number, total: number): number =>
  total === 0 ? 0 : Math.round((part * 10_000) / total) / 100;

/** Money on the wire: at most 4 decimals, half away from zero, and exactly the digits that were stored. */
export const decimal4 = (value: Decimal): number => divideDecimal(value, 1, 4);

/**
 * value / divisor, rounded half away from zero to so many decimals. Computed on whole numbers, because
 * 1.00005 as a binary fraction lies below the half that was written. Throws RangeError for anything that is
 * no plain decimal and for a divisor that is not a positive integer: both are defects, not input.
 */
export function divideDecimal(value: Decimal, divisor: number, places: number): number {
  const parts = DECIMAL.exec(String(value));
  if (parts === null || !Number.isSafeInteger(divisor) || divisor < 1) {
    throw new RangeError('divideDecimal takes a plain decimal and a positive integer');
  }
  const [, sign, whole = '', fraction = ''] = parts;
  const units = BigInt(whole + fraction) * 10n ** BigInt(places);
  const unit = 10n ** BigInt(fraction.length) * BigInt(divisor);
  const rounded = ((units * 2n + unit) / (unit * 2n)).toString().padStart(places + 1, '0');
  const point = rounded.length - places;
  const size = Number(`${rounded.slice(0, point)}.${rounded.slice(point)}`);
  return sign === '-' && size !== 0 ? -size : size;
}

/** The mean of values by their sum and their number, as divideDecimal rounds it; null when there is no value. */
export const average = (sum: Decimal | null, count: Decimal, places: number): number | null =>
  Number(count) === 0 ? null : divideDecimal(sum ?? 0, Number(count), places);
