import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';

/** Numbers whose calls cost far more than others, or pay a third party for each minute. */
export type CostlyKind = 'premium_rate' | 'shared_cost' | 'personal' | 'satellite';

const KIND_OF_TYPE: Readonly<Record<string, CostlyKind>> = {
  PREMIUM_RATE: 'premium_rate',
  SHARED_COST: 'shared_cost',
  PERSONAL_NUMBER: 'personal',
};

// Inmarsat, the global mobile satellite system and the two codes of international networks, which
// satellite services share; and 014, under which Australia numbers satellite telephones. The tables
// take all of them for mobile or VoIP.
const SATELLITE = /^\+(?:870|88[1238]|6114)/;

// Personal numbers follow a person to any telephone, at prices of their own: 070 of the United
// Kingdom, 0700 of Germany and the international code. The tables know those that were given out,
// and take the code for VoIP.
const PERSONAL = /^\+(?:4470|49700|878)/;

// Australia's 19 is for premium-rate calls and messages, and its 12 for paid services of operators.
// The tables know those that were given out.
const PREMIUM_RATE = /^\+611[29]/;

// Shorter than any number that can be dialled with its country code.
const SHORTEST = '+61131'.length;

const DIGITS = [...'0123456789'];
const MOST_DIGITS = 15;

/**
 * Which kind of costly number it is, or begins; null: none that is known.
 * @param number in E.164
 */
export function costlyKind(number: string): CostlyKind | null {
  if (SATELLITE.test(number)) return 'satellite';
  if (PERSONAL.test(number)) return 'personal';
  if (PREMIUM_RATE.test(number)) return 'premium_rate';
  const kind = kindOfItsBeginning(number);
  return kind === undefined ? kindItBegins(number) : kind;
}

/** @returns undefined: no number at all stands there, of any kind */
function kindOfItsBeginning(number: string): CostlyKind | null | undefined {
  // Networks ignore digits beyond a number's end: +61 1900 654 321 rings with any digits behind it.
  for (let length = number.length; length >= SHORTEST; length -= 1) {
    const parsed = parsePhoneNumberFromString(number.slice(0, length));
    if (parsed?.isValid()) return kindOf(parsed);
  }
  return undefined;
}

/**
 * Recognizes a number that is cut short: +61 1900 12345 has the length of other Australian numbers,
 * and is none of them.
 */
function kindItBegins(number: string): CostlyKind | null {
  for (let length = number.length + 1; length <= 1 + MOST_DIGITS; length += 1) {
    for (const digit of DIGITS) {
      const parsed = parsePhoneNumberFromString(number.padEnd(length, digit));
      const kind = parsed?.isValid() ? kindOf(parsed) : null;
      if (kind !== null) return kind;
    }
  }
  return null;
}

const kindOf = (parsed: PhoneNumber): CostlyKind | null => KIND_OF_TYPE[parsed.getType() ?? ''] ?? null;
