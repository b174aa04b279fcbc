import { DAY, MONTH, MONTH_NAME, namesBirthDate, YEAR } from './birth-date.policy.js';
import {
  isBusinessNumber,
  isMedicareNumber,
  isPaymentCard,
  isTaxFileNumber,
  LONGEST_CARD,
} from './identity-checksums.policy.js';
import { plainText, UNSEEN } from '../masking/plain-text.policy.js';
import { writtenFormsIn, type WrittenForm } from './pii-written-forms.policy.js';
import { EMAIL } from '../masking/redaction.policy.js';

/** The kind of a finding in a text; never the text itself. */
export interface PiiFinding {
  readonly kind:
    | WrittenForm
    | 'tax_file_number'
    | 'medicare_card'
    | 'business_number'
    | 'payment_card'
    | 'email'
    | 'birth_date';
}

/**
 * The tripwire of summaries (privacy 4.1): looks for personal data with a recognisable form, and
 * prefers false alarms to misses; takes time proportional to the text. Names have no such form. It
 * finds numbers in every grouping and script, as long as they begin and end where a group does:
 * Australian telephone numbers; tax file, Medicare and business numbers and payment cards, by their
 * check digits; any number with a + and a country code; email addresses; dates of birth; and the
 * forms of `writtenFormsIn`. Other dates, times and amounts are spared.
 * @returns null when the text is clean
 */
export function detectPii(text: string): PiiFinding | null {
  const { value: kind } = kindsIn(text).next();
  return kind ? { kind } : null;
}

/**
 * Every kind that `detectPii` finds in a text, each once; for texts about which a person is warned.
 */
export const piiKindsIn = (text: string): readonly PiiFinding['kind'][] => [...new Set(kindsIn(text))];

/** Yields the kind of each finding in turn, so that the first one requires no search for others. */
function* kindsIn(text: string): Generator<PiiFinding['kind'], undefined> {
  const isOrdinary = !UNUSUAL.test(text) && !text.includes('  ');
  const plain = isOrdinary ? text : plainText(text);
  const visible = isOrdinary ? text : plain.replaceAll(UNSEEN, '').replace(/\s{2,}|[^\S ]/g, ' ');
  if (holdsEmail(visible)) yield 'email';
  if (namesBirthDate(visible)) yield 'birth_date';
  const numbers = numbersOf(plain);
  if (numbers !== '') yield* kindsOfNumbers(numbers);
  yield* writtenFormsIn(visible, isOrdinary ? numbers : numbersOf(visible));
}

// ASCII letters, digits and punctuation with single spaces are already plain.
const UNUSUAL = /[^ -~]/;

/**
 * The text with a letter instead of each date, time and amount, so that no number spans them; empty
 * without six digits in a row.
 */
const numbersOf = (text: string): string => (ANY_NUMBER.test(text) ? text.replace(SPARED, 'x') : '');

const WRITTEN_EMAIL = new RegExp(EMAIL, 'u');
// With spaces around the sign, or read out.
const SPOKEN_EMAIL =
  /[^\s@] ?@ ?[\p{L}\p{N}][\p{L}\p{N}-]*\.\p{L}{2}|[\p{L}\p{N}] at [\p{L}\p{N}-]{1,63}(?: dot [\p{L}\p{N}-]{2,63})+/iu;

// A cheap test for the characters that each form needs comes first: hardly any text contains them.
const holdsEmail = (text: string): boolean =>
  (/@|%40/.test(text) && WRITTEN_EMAIL.test(text)) || (/@|dot /i.test(text) && SPOKEN_EMAIL.test(text));

const CLOCK_TIME = String.raw`(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?![\d:])`;
const TWELVE_HOURS = String.raw`(?<!\d\s?)(?:0?[1-9]|1[0-2])(?:\.[0-5]\d)?\s?[ap]\.?m\b`;
const AMOUNT = String.raw`(?<=\p{Sc}\s?)(?:[1-9]\d{0,2}(?:,\d{3})+(?:\.\d\d)?(?![.,-]?\d)|(?:0|[1-9]\d{0,5})\.\d\d(?![.,\s-]{0,2}\d))`;
const NAMED_DATE = String.raw`(?<=(?<!\p{L})${MONTH_NAME}\.?,?\s)(?:${DAY}(?:st|nd|rd|th)?,?\s)?${YEAR}(?!\d)`;
const numericDate = (name: string): string =>
  String.raw`(?:(?:${DAY}(?<${name}1>[/.-])${MONTH}\k<${name}1>|${MONTH}(?<${name}2>[/.-])${DAY}\k<${name}2>)${YEAR}|` +
  String.raw`${YEAR}(?<${name}3>[/.-])${MONTH}\k<${name}3>${DAY}|(?:${DAY}/${MONTH}|${MONTH}/${DAY})/\d\d)`;
// Two dates form a range. A date followed by more digits, 04-12-1999-12, is not one.
const NUMERIC_DATE = String.raw`(?<!\d[/._-]?)${numericDate('from')}(?:\s?-\s?${numericDate('to')})?(?![/._-]?\d)`;
// Starts at digits, so that all other positions are skipped quickly.
const SPARED = new RegExp(
  String.raw`(?=\d)(?:${[AMOUNT, NAMED_DATE, NUMERIC_DATE, CLOCK_TIME, TWELVE_HOURS].join('|')})`,
  'giu',
);

// A number may contain any character except these, which separate two items.
const BARRIERS = String.raw`\p{L}\p{N}\p{Sc}%#@&=<>!?`;
const BARRIER = new RegExp(`[${BARRIERS}]`, 'u');
const LEAST_DIGITS = 6;
const ANY_NUMBER = new RegExp(`[0-9](?:[^${BARRIERS}]*[0-9]){${LEAST_DIGITS - 1}}`, 'u');

interface Group {
  readonly digits: string;
  readonly at: number;
}

/** Searches groups of digits that are separated only by punctuation. */
function* kindsOfNumbers(text: string): Generator<PiiFinding['kind'], undefined> {
  if (!ANY_NUMBER.test(text)) return;
  let chain: Group[] = [];
  let end = 0;
  for (const { 0: digits, index: at } of text.matchAll(/[0-9]+/g)) {
    if (BARRIER.test(text.slice(end, at))) {
      yield* kindsOfChain(text, chain);
      chain = [];
    }
    chain.push({ digits, at });
    end = at + digits.length;
  }
  yield* kindsOfChain(text, chain);
}

/** A telephone number with its area code, the shortest that `beginsPhone` finds. */
const LEAST_OF_A_PHONE = 10;

// Further digits cannot change the meaning of earlier ones; this limits the work at each position.
const REACH = LONGEST_CARD + 1;

function* kindsOfChain(text: string, chain: readonly Group[]): Generator<PiiFinding['kind'], undefined> {
  let first = 0;
  while (first < chain.length) {
    let digits = '';
    const ends: string[] = [];
    for (let last = first; last < chain.length && digits.length < REACH; last += 1) {
      digits += chain[last]!.digits.slice(0, REACH);
      if (digits.length < REACH) ends.unshift(digits);
    }
    const { at } = chain[first]!;
    if (beginsPhone(digits, text, at)) {
      yield 'phone';
      // Another number may follow without a pause.
      first = groupAfter(chain, first, LEAST_OF_A_PHONE);
      continue;
    }
    let isFound = false;
    for (const candidate of ends) {
      const kind = kindOf(candidate) ?? (first === 0 && isLocalPhone(candidate, text, at) ? 'phone' : null);
      if (!kind) continue;
      yield kind;
      first = groupAfter(chain, first, candidate.length);
      isFound = true;
      break;
    }
    if (!isFound) first += 1;
  }
}

/** The group after this many digits. */
function groupAfter(chain: readonly Group[], first: number, digits: number): number {
  let next = first;
  for (let rest = digits; rest > 0 && next < chain.length; next += 1) rest -= chain[next]!.digits.length;
  return next;
}

function kindOf(digits: string): PiiFinding['kind'] | null {
  if (isPaymentCard(digits)) return 'payment_card';
  if (isBusinessNumber(digits)) return 'business_number';
  if (isMedicareNumber(digits)) return 'medicare_card';
  if (isTaxFileNumber(digits)) return 'tax_file_number';
  return SIX_FIGURES.test(digits) ? 'phone' : null;
}

// Prefixes such as 0011 precede a country code, and people still write the 0 of the area code after
// it.
const FROM_ABROAD = '(?:00(?:1[1458])?)?61';
// Area, mobile and location-independent numbers, 1300 and 1800. More digits may follow: a second
// number without a pause.
const LONG_FORM = new RegExp(
  `^(?:(?:${FROM_ABROAD})0?[2-578]\\d{8}|0[2-578]\\d{8}|(?:${FROM_ABROAD})?1[38]00\\d{6})`,
);
const SIX_FIGURES = new RegExp(`^(?:${FROM_ABROAD})?13[1-9]\\d{3}$`);

// E.164: seven digits are the least of any country.
const LEAST_AFTER_PLUS = 7;
// The length of the characters allowed between a plus and the first digit.
const PLUS_DISTANCE = 8;

function beginsPhone(digits: string, text: string, at: number): boolean {
  if (LONG_FORM.test(digits)) return true;
  const isInternational = /\+[\s(\u200B]*$/.test(text.slice(Math.max(0, at - PLUS_DISTANCE), at));
  return isInternational && digits.length >= LEAST_AFTER_PLUS && !digits.startsWith('0');
}

// Without its area code, only the word before it distinguishes a telephone number from an order
// number.
const LOCAL_FORM = /^(?:[2-9]\d{7}|[2-478]\d{8})$/;
const ASKED_TO_CALL =
  /(?<!\p{L})(?:(?:tele)?phone|mobile|mob|landline|tel|ph|fax|text|sms|call(?:ed|ing)?|r[iau]ng|dial(?:led)?|reach(?:ed)?)(?: (?:back|on|at|is|number|no|me|him|her|them|us))*[\s.:(\u200B]*$/iu;
const LOOKBEHIND_LENGTH = 40;

const isLocalPhone = (digits: string, text: string, at: number): boolean =>
  LOCAL_FORM.test(digits) && ASKED_TO_CALL.test(text.slice(Math.max(0, at - LOOKBEHIND_LENGTH), at));
