import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * E.164: a plus and 7 to 15 digits, the first not 0. The shortest numbers, such as Niue's, have
 * seven.
 */
export const E164_PATTERN = /^\+[1-9][0-9]{6,14}$/;

/**
 * Whether a text has the form of E.164. Says nothing about the numbering plan: see
 * `readPhoneNumber`.
 */
export const isE164 = (text: string): boolean => E164_PATTERN.test(text);

/** Said of a text that is no number. */
export const NO_PHONE_NUMBER =
  'must be a telephone number in E.164: a plus, the country code and as many digits as its numbering plan has, such as +61255501234';

/** The same as a finding of a section, which keeps the sent value. */
export const PHONE_NUMBER_FINDING =
  'No numbering plan writes a number like this. Write a plus, the country code and the number, without a trunk 0.';

// Blanks, and the marks without a width that documents and messengers put around numbers: soft
// hyphen, zero-width characters, word joiner, directions of writing, byte order mark.
const UNSEEN = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

// A spreadsheet that takes a number for an amount adds them. Four zeros behind a full stop are a
// group of the number.
const DECIMAL_PLACES = /^(\+\d+)\.0{1,2}$/;

// Mexico dropped the 1 between country code and number in 2019. Networks still carry both forms to
// the same telephone.
const MEXICAN_MOBILE = /^\+521(?=\d{10}$)/;

// Numbers of a length that a plan had until lately: stored calls and lists still hold them. By
// country code: Benin (until 2024), Ivory Coast (until 2021), Gabon (until 2019).
const FORMER = /^\+(?:229|225|241)\d{8}$|^\+241\d{7}$/;

/**
 * Reads a telephone number on every route. Its result identifies the number, so that one telephone
 * has one text. Blanks, marks without a width and punctuation do not count. A trunk prefix after
 * the country code is removed, where the numbering plan has one (`+61 (0)2 5550 1234` and
 * `+610255501234` are `+61255501234`), written once or twice: it reads its own result as itself.
 * Null for a number without its country code, because guessing the country would reach the wrong
 * person; for an extension, which E.164 cannot hold; and for a length that no plan of its country
 * has or had. Ranges reserved for fiction are fine (requests 10.5).
 */
export function readPhoneNumber(text: string): string | null {
  const written = text.replace(UNSEEN, '').replace(DECIMAL_PLACES, '$1').replace(MEXICAN_MOBILE, '+52');
  if (!written.startsWith('+')) return null;
  if (FORMER.test(written)) return written;
  const parsed = parsePhoneNumberFromString(written, { extract: false });
  if (!parsed || parsed.ext) return null;
  // The library takes off one trunk prefix at a time. Each reading is shorter than the one before,
  // so this ends.
  if (parsed.number.length < written.length) return readPhoneNumber(parsed.number);
  if (!parsed.isPossible()) return null;
  return isE164(parsed.number) ? parsed.number.replace(MEXICAN_MOBILE, '+52') : null;
}
