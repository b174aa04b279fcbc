import { toAsciiDigits } from '../shared/digits.js';

// E.164: a country code and a number, at most 15 digits.
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * The number behind what was typed, as E.164; null where it is none. Whether it can be called, the
 * service alone decides.
 */
export function readPhone(typed: string): string | null {
  const digits = toAsciiDigits(typed)
    .replace(/[\s().\-/\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^00/, '+');
  return E164.test(digits) ? digits : null;
}
