/** A decimal as PostgreSQL writes numeric and bigint: exact, no exponent. */
export type Decimal = string | number;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Share of a total in percent, half up to 2 decimals; 0 when the total is 0. */
export const percentage = (part: number, total: number): number =>
  total === 0 ? 0 : Math.round((part * 10_000) / total) / 100;

/** Money on the wire: at most 4 decimals, half away from zero, and exactly the stored digits. */
export const decimal4 = (value: Decimal): number => divideDecimal(value, 1, 4);

/** A decimal as a whole number of its last place: -1.50 is 150 units of 2 places, negative. */
interface Units {
  readonly isNegative: boolean;
  readonly units: bigint;
  readonly places: number;
}

function readDecimal(value: Decimal): Units {
  const parts = DECIMAL.exec(String(value));
  if (parts === null) throw new RangeError('This is not a plain decimal.');
  const [, sign, whole = '', fraction = ''] = parts;
  return { isNegative: sign === '-', units: BigInt(whole + fraction), places: fraction.length };
}

function writeDecimal({ isNegative, units, places }: Units): string {
  const digits = units.toString().padStart(places + 1, '0');
  const point = digits.length - places;
  const size = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return isNegative && units !== 0n ? `-${size}` : size;
}

/**
 * value / divisor, rounded half away from zero to `places` decimals, computed with integers,
 * because 1.00005 as a binary fraction is below the written half.
 * @throws RangeError for a text that is not a plain decimal, or a divisor that is not a positive
 *   integer
 */
export function divideDecimal(value: Decimal, divisor: number, places: number): number {
  if (!Number.isSafeInteger(divisor) || divisor < 1)
    throw new RangeError('The divisor is not a positive integer.');
  const { isNegative, units, places: had } = readDecimal(value);
  const unit = 10n ** BigInt(had) * BigInt(divisor);
  const rounded = (units * 10n ** BigInt(places) * 2n + unit) / (unit * 2n);
  return Number(writeDecimal({ isNegative, units: rounded, places }));
}

/**
 * The exact product.
 * @throws RangeError for anything that is not a plain decimal
 */
export function multiplyDecimals(one: Decimal, other: Decimal): string {
  const [a, b] = [readDecimal(one), readDecimal(other)];
  return writeDecimal({
    isNegative: a.isNegative !== b.isNegative,
    units: a.units * b.units,
    places: a.places + b.places,
  });
}

/** The mean, rounded by divideDecimal; null without values. */
export const average = (sum: Decimal | null, count: Decimal, places: number): number | null =>
  Number(count) === 0 ? null : divideDecimal(sum ?? 0, Number(count), places);
