import type { CountryCode } from 'libphonenumber-js/max';
import { detectPii, type PiiFinding } from '../../../core/privacy/pii/pii-tripwire.policy.js';
import { readNumberWithin } from '../../../core/shared/phone-numbers/phone-number.policy.js';

/** Digits with the punctuation that people write within a number; seven digits are the shortest one. */
const WRITTEN_NUMBER = /[+＋]?\(?\p{Nd}(?:[\s().\-/‐-―]{0,3}\p{Nd}){6,}/gu;

/**
 * The telephone numbers in a text, in E.164 (support 4.5).
 * @param countries in which a number without a country code may be meant
 */
export function numbersIn(text: string, countries: readonly CountryCode[]): readonly string[] {
  const found = new Set<string>();
  for (const [written] of text.normalize('NFKC').matchAll(WRITTEN_NUMBER)) {
    const plain = written.replace(/[^\d+]/g, '');
    const read = plain.startsWith('+') ? [plain] : [plain, plain.replace(/^00/, '+')];
    for (const one of new Set(read))
      for (const country of countries) {
        const number = readNumberWithin(one, country);
        if (number !== null) found.add(number);
      }
  }
  return [...found];
}

/** The kinds of personal data that the tripwire finds in a text, line by line (support 4.4). */
export function personalDataIn(text: string): readonly PiiFinding['kind'][] {
  const parts = [text, ...text.split(/\n+|(?<=[.!?])\s+/)];
  return [...new Set(parts.flatMap((part) => detectPii(part)?.kind ?? []))];
}
