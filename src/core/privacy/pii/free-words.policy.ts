import { detectPii } from './pii-tripwire.policy.js';
import { E164_PATTERN } from '../../shared/phone-numbers/phone-number.policy.js';
import { plainText, UNSEEN } from '../masking/plain-text.policy.js';

const MASKED_WORD = '[masked]';

// One or two words of letters only, as in nearly all cases: too little for anything that the
// tripwire detects.
const PLAIN_WORDS = /^[A-Za-z_]*(?:[ -][A-Za-z_]*)?$/;

// Ids and days in names of models and releases; one in eleven such days fits a tax file number.
const MACHINE_MADE =
  /(?<![0-9a-f])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-f])|(?<!\d)20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)/gi;

// Thousands of calls name the same agents and models. Only clean words are remembered: 1000 of the
// longest take half a megabyte.
const CLEAN_WORDS_KEPT = 1000;
const cleanWords = new Set<string>();

/**
 * A free word of a call record in the form that may be stored unsealed (calls-ingest 4.2). If the
 * tripwire finds personal data, the whole word is masked: refusing the call would lose its figures
 * for a word. A contact with such a word is refused (campaigns 4.5), because its sender can correct
 * it.
 */
export function openWord(word: string | null): string | null {
  if (word === null || PLAIN_WORDS.test(word) || cleanWords.has(word)) return word;
  if (detectPii(word.replace(MACHINE_MADE, 'x')) !== null) return MASKED_WORD;
  if (cleanWords.size === CLEAN_WORDS_KEPT) cleanWords.clear();
  cleanWords.add(word);
  return word;
}

// The form of links and messaging services. A single letter needs a space before the number: `M7`
// is a name.
const PREFIX =
  /^(?:(?:https?:\/\/)?wa\.me\/|(?:tel|telephone|callto|sms|sips?|phone|ph|mobile|mob|cell|fax|whatsapp|wa)[\s.:#=_-]*|(?:no|nr|num|number|t|m|p|f)[.:]\s*|[tmpf]\s+|#\s*)(?=[+(]?\d)/i;
// All but the plus before a number, and the slash of a case's number: 03/2026/0017.
const SIGNS = /[^\p{L}\p{N}\p{M}+/]/gu;
// The escaped form in addresses.
const QUOTED_PLUS = /%2b/gi;
const QUOTED_BLANK = /%20/g;
// Matching starts only at the first space, so that a long run takes linear time.
const EXTENSION = /(?:;ext=|(?<!\s)\s*(?:x|ext\.?\s*))\d{1,6}$/i;
const WRITTEN_AT = /(?<!\s)\s*[([{]at[)\]}]\s*/i;
// A landline or mobile number, with or without the country code. Business numbers (13, 1300, 1800)
// do not belong to a person.
const AUSTRALIAN = /^(?:(?:00(?:1[1458])?)?610?|0)[2-578]\d{8}$/;
// Only in groups: without groups it looks like any counter.
const NORTH_AMERICAN = /^(?:1[ .-])?\(?[2-9]\d\d\)?[ .-]{1,2}[2-9]\d\d[ .-]\d{4}$/;

// The usual grouping of a number within its country. With dots or slashes it may be the number of a
// case: 03/2026/0017.
const WITHIN_COUNTRY = /^\(?0[1-9]\d{0,4}\)?(?: \d{2,8}){1,4}$/;
/** Fewer digits are a day, an amount or a part of a number; more are not a telephone number. */
const WITHIN_COUNTRY_DIGITS = /^\d{9,12}$/;

// Every address contains one of them, and hardly any id does.
const AT = /@|%40| at /i;

/**
 * Whether an identifier is itself a telephone number or an email address (calls-ingest 4.3;
 * campaigns 4.7). It is refused: masked, it would merge the calls of different contacts. A few
 * digits that only resemble a number do not count.
 */
export function isPersonalIdentifier(id: string): boolean {
  const plain = plainText(id)
    .replaceAll(UNSEEN, '')
    .replace(QUOTED_PLUS, '+')
    .replace(QUOTED_BLANK, ' ')
    .replace(EXTENSION, '')
    .replace(WRITTEN_AT, '@')
    .trim()
    .replace(PREFIX, '');
  const number = plain.replace(SIGNS, '');
  return (
    E164_PATTERN.test(number) ||
    AUSTRALIAN.test(number) ||
    NORTH_AMERICAN.test(plain) ||
    (WITHIN_COUNTRY.test(plain) && WITHIN_COUNTRY_DIGITS.test(number)) ||
    (AT.test(plain) && detectPii(plain)?.kind === 'email')
  );
}
