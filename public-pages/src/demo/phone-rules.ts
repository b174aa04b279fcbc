import { toAsciiDigits } from '../shared/digits.js';

// E.164: a country code and a number, at most 15 digits.
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * The number in the input, as E.164; null if it is not a number. Only the service decides whether
 * it can be called.
 */
export function readPhone(typed: string): string | null {
  const digits = toAsciiDigits(typed)
    .replace(/[\s().\-/\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^00/, '+');
  return E164.test(digits) ? digits : null;
}
