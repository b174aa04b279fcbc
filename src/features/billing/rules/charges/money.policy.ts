import { divideDecimal } from '../../../../core/http/fields/numbers.policy.js';

/**
 * Currencies that the provider counts in units other than hundredths. It differs from ISO 4217 for
 * a few: UGX and ISK have two places there, MGA none. Amounts are stored, added up and sent to the
 * provider in these units.
 */
const EXPONENTS = new Map<string, number>([
  ...'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'
    .split(' ')
    .map((code): [string, number] => [code, 0]),
  ...'BHD JOD KWD OMR TND'.split(' ').map((code): [string, number] => [code, 3]),
]);
const CENTS = 2;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** An ISO 4217 code in capitals. */
export const isCurrency = (value: unknown): value is string =>
  typeof value === 'string' && CURRENCIES.has(value);

/**
 * Digits after the point of an amount in major units (billing 1.2). @param currency checked with
 * `isCurrency`
 */
const exponentOf = (currency: string): number => EXPONENTS.get(currency) ?? CENTS;

/**
 * 24900 of AUD gives 249, 24900 of JPY gives 24900. Exact, because it divides the text (billing
 * 1.1).
 */
export function toMajor(minor: number, currency: string): number {
  const exponent = exponentOf(currency);
  return divideDecimal(minor, 10 ** exponent, exponent);
}

/** Whether this is a whole number, not negative, and small enough to stay exact. */
export const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** units x rate, or null if it is too large to be exact. */
export function multiplyWhole(units: number, rate: number): number | null {
  const product = BigInt(units) * BigInt(rate);
  return product <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(product) : null;
}

/** A percentage of an amount, with halves rounded up. @param percent whole, 0 to 100 */
export const percentOf = (amount: number, percent: number): number =>
  Number((BigInt(amount) * BigInt(percent) * 2n + 100n) / 200n);
