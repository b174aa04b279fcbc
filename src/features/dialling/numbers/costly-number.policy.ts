import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';

import { COSTLY_RANGES, type CostlyKind } from './costly-ranges.js';

const KIND_OF_TYPE: Readonly<Record<string, CostlyKind>> = {
  PREMIUM_RATE: 'premium_rate',
  SHARED_COST: 'shared_cost',
  PERSONAL_NUMBER: 'personal',
};

// Shorter than any number that can be dialled with its country code.
const SHORTEST = '+61131'.length;

const DIGITS = [...'0123456789'];
const MOST_DIGITS = 15;

/**
 * The kind of costly number that this is, or begins; null: no known kind.
 * @param number in E.164
 */
export function costlyKind(number: string): CostlyKind | null {
  const range = COSTLY_RANGES.find(({ numbers }) => numbers.test(number));
  if (range !== undefined) return range.kind;
  const kind = kindOfItsBeginning(number);
  return kind === undefined ? kindItBegins(number) : kind;
}

/** @returns undefined if no number of any kind begins like this */
function kindOfItsBeginning(number: string): CostlyKind | null | undefined {
  // Networks ignore digits beyond a number's end: +61 1900 654 321 rings even with further digits
  // after it.
  for (let length = number.length; length >= SHORTEST; length -= 1) {
    const parsed = parsePhoneNumberFromString(number.slice(0, length));
    if (parsed?.isValid()) return kindOf(parsed);
  }
  return undefined;
}

/**
 * Recognises a truncated number: +61 1900 12345 has the length of other Australian numbers, but is
 * not one of them.
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
