import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { hasLengthOfItsKind, zeroAfterCode } from './number-length.policy.js';
import { isWithdrawn, renumbered } from './renumbering.js';

/** A plus and 7 to 15 digits, the first not 0. The shortest numbers, such as Niue's, have seven. */
export const E164_PATTERN = /^\+[1-9][0-9]{6,14}$/;

/** Whether a text has the form of E.164; `readPhoneNumber` asks the numbering plan. */
export const isE164 = (text: string): boolean => E164_PATTERN.test(text);

/** The message for a text that is not a number. */
export const NO_PHONE_NUMBER =
  'must be a telephone number in E.164: a plus sign, the country code and exactly as many digits as numbers ' +
  'of its kind have there, such as +61255501234';

/** The message for a number to be dialled that belongs to no plan, or no longer does. */
export const NUMBER_OF_TODAY =
  'must be a current number: the numbering plan of its country has no numbers of this length, or no ' +
  'longer has them';

/** The same message as a finding of a section, which keeps the sent value. */
export const PHONE_NUMBER_FINDING =
  'No numbering plan has a number like this. Write a plus sign, the country code and the current number, without a trunk 0.';

// Spaces, and the zero-width marks that documents and messengers put around numbers.
const UNSEEN = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

// Added by a spreadsheet that interprets a number as an amount. Four zeros are a group of the
// number.
const DECIMAL_PLACES = /^(\+\d+)\.0{1,2}$/;

// `5550 1888/9`, `5550 1888/89`, `5550 1888-9`. In many countries two digits after a dash are a
// group.
const TWO_NUMBERS = /(?:[/／]\p{Nd}{1,2}|[-‐-―−ー－⁃~∼～〜]\p{Nd})$/u;

/**
 * Reads a telephone number; the result identifies it, so that one telephone has one text (requests
 * 10.5 to 10.8). Spaces, zero-width marks and punctuation do not count. A trunk zero after the
 * country code is removed if the plan has one (`+61 (0)2 5550 1234` is `+61255501234`), and refused
 * otherwise. A number from before a change of its plan is read as the current one. Null without a
 * country code, because guessing the country would reach the wrong person; for an extension; and
 * for more or fewer digits than numbers of its kind have: networks ignore further digits, so it
 * would be a second name of one telephone. Ranges reserved for fiction are accepted.
 */
export function readPhoneNumber(text: string): string | null {
  const written = text.replace(UNSEEN, '').replace(DECIMAL_PLACES, '$1');
  if (!written.startsWith('+') || TWO_NUMBERS.test(written)) return null;
  const ofToday = renumbered(written);
  if (ofToday !== written) return readPhoneNumber(ofToday);
  const parsed = parsePhoneNumberFromString(written, { extract: false });
  if (!parsed || parsed.ext || repeatsItsCode(written, parsed.countryCallingCode)) return null;
  // The library removes one trunk prefix at a time.
  if (parsed.number !== written) return readPhoneNumber(parsed.number);
  const code = parsed.countryCallingCode;
  const national = written.slice(1 + code.length);
  const zero = national.startsWith('0') ? zeroAfterCode(code, national) : 'number';
  if (zero === 'trunk') return readPhoneNumber(`+${code}${national.slice(1)}`);
  if (zero === 'mistake' || !isE164(written)) return null;
  return hasLengthOfItsKind(code, national) || isWithdrawn(written) ? written : null;
}

/**
 * The same, but also reads a text without a country code, in the form dialled within a country
 * (`0491 570 006` in Australia). Only for searches, which do not place calls.
 */
export function readNumberWithin(text: string, country: CountryCode): string | null {
  const written = text.replace(UNSEEN, '');
  if (written.startsWith('+') || TWO_NUMBERS.test(written)) return readPhoneNumber(text);
  const parsed = parsePhoneNumberFromString(written, { defaultCountry: country, extract: false });
  return parsed && !parsed.ext ? readPhoneNumber(parsed.number) : null;
}

/** Whether a number can be dialled unchanged: its numbering plan still has it (requests 10.8). */
export const isNumberOfToday = (number: string): boolean =>
  readPhoneNumber(number) === number && !isWithdrawn(number);

/** `+61 0061 2 5550 1234`: the international prefix and the country code again. */
const repeatsItsCode = (written: string, code: string): boolean =>
  written.replace(/\D/g, '').startsWith(`${code}00${code}`);
