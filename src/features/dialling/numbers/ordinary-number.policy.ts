import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
import { costlyKind } from './costly-number.policy.js';

// North America has one range for fixed lines and mobiles.
const ORDINARY: ReadonlySet<ReturnType<PhoneNumber['getType']>> = new Set([
  'FIXED_LINE',
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
]);

/**
 * The country of an ordinary fixed or mobile number, by ISO 3166-1. Null for a number that costs
 * more (dispatch 8.3), that is of another kind, such as a free call or internet telephony, or that
 * no numbering plan has.
 * @param number in E.164
 */
export function countryOfOrdinary(number: string): string | null {
  if (costlyKind(number) !== null) return null;
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed?.isValid() || !ORDINARY.has(parsed.getType())) return null;
  return parsed.country ?? null;
}
