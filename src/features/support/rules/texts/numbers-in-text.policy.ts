import type { CountryCode } from 'libphonenumber-js/max';
import { piiKindsIn, type PiiFinding } from '../../../../core/privacy/pii/pii-tripwire.policy.js';
import { readNumberWithin } from '../../../../core/shared/phone-numbers/phone-number.policy.js';

/**
 * Groups of digits with the punctuation that people use within a number; the shortest number has
 * seven digits.
 */
const WRITTEN_DIGITS = /[+＋]?\(?\p{Nd}(?:[\s\p{Cf}().·_\-/‐-―]{0,4}\p{Nd}){6,}/gu;
const GROUP = /\+?\d+/g;
const FEWEST_DIGITS = 7;
/** Fifteen digits, after an international prefix of up to four. */
const MOST_DIGITS = 19;
/** More than a text of numbers contains; a text of single digits would take seconds. */
const MOST_READINGS = 4_000;

/**
 * The telephone numbers in a text, in E.164 (support 4.5). A date, a count or a second number beside
 * a number is written like a part of it, so each sequence of neighbouring groups is read.
 * @param countries in which a number without a country code may be meant
 */
export const numbersIn = (text: string, countries: readonly CountryCode[]): readonly string[] =>
  readNumbers(text, countries, MOST_READINGS).numbers;

/**
 * The same with at most so many readings.
 * @returns `readings`: how many were tried; as many as `most` if some were left out
 */
export function readNumbers(
  text: string,
  countries: readonly CountryCode[],
  most: number,
): { readonly numbers: readonly string[]; readonly readings: number } {
  const found = new Set<string>();
  const readings = readingsOf(text, most);
  for (const written of readings)
    for (const country of countries) {
      const number = readNumberWithin(written, country);
      if (number !== null) found.add(number);
    }
  return { numbers: [...found], readings: readings.size };
}

/** Digits in a text, with or without a plus, that may be a number. */
function readingsOf(text: string, most: number): ReadonlySet<string> {
  const readings = new Set<string>();
  for (const [written] of text.normalize('NFKC').matchAll(WRITTEN_DIGITS)) {
    const groups = written.match(GROUP) ?? [];
    for (const start of groups.keys()) {
      let digits = '';
      for (const group of groups.slice(start, start + MOST_DIGITS)) {
        digits += group;
        if (digits.length > MOST_DIGITS) break;
        if (digits.length < FEWEST_DIGITS) continue;
        readings.add(digits).add(digits.replace(/^00/, '+'));
        if (readings.size >= most) return readings;
      }
    }
  }
  return readings;
}

/**
 * The kinds of personal data that the tripwire finds in a text (support 4.4): in the whole, because a
 * number may go on in the next line, and in each sentence, because words beside it count.
 */
export function personalDataIn(text: string): readonly PiiFinding['kind'][] {
  const parts = [text, ...text.split(/\n+|(?<=[.!?])\s+/)];
  return [...new Set(parts.flatMap(piiKindsIn))];
}
