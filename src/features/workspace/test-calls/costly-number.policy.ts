import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Numbers whose calls cost far more than others, or pay somebody for each minute. */
export type CostlyKind = 'premium_rate' | 'shared_cost' | 'satellite';

// The types of libphonenumber's full tables; the small ones do not know them.
const KIND_OF_TYPE: Readonly<Record<string, CostlyKind>> = {
  PREMIUM_RATE: 'premium_rate',
  SHARED_COST: 'shared_cost',
};

// Inmarsat, the global mobile satellite system and the two codes of international networks, which satellite services
// share; and 014, under which Australia numbers satellite telephones. The tables take all of them for mobile or VoIP.
const SATELLITE = /^\+(?:870|88[123]|6114)/;

// Shorter than any number that can be dialled with its country code.
const SHORTEST = '+61131'.length;

/**
 * Which kind of costly number it is; null: none that is known.
 * @param number in E.164
 */
export function costlyKind(number: string): CostlyKind | null {
  if (SATELLITE.test(number)) return 'satellite';
  // Networks ignore digits beyond a number's end: +61 1900 654 321 rings with any digits behind it.
  for (let length = number.length; length >= SHORTEST; length -= 1) {
    const parsed = parsePhoneNumberFromString(number.slice(0, length));
    if (parsed?.isValid()) return KIND_OF_TYPE[parsed.getType() ?? ''] ?? null;
  }
  return null;
}
