import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

const FULLY_MASKED = '***';
// Three digits let a person recognise their own number among a few. Of fewer than four they would show it all.
const KEPT_DIGITS = 3;
const LEAST_DIGITS = 4;

// No calling code begins with another one, so the first that fits is the right one. Looking it up here instead
// of parsing the number keeps a batch of 1000 calls from stalling the event loop.
const CALLING_CODES: ReadonlySet<string> = new Set(
  getCountries().map((country) => getCountryCallingCode(country)),
);
const LONGEST_CALLING_CODE = 3;

/** Strict E.164: a plus and 7 to 15 digits, the first not 0; the shortest, such as Niue's, have seven. */
export const E164_PATTERN = /^\+[1-9][0-9]{6,14}$/;

/** Whether a text is strict E.164. */
export const isE164 = (text: string): boolean => E164_PATTERN.test(text);

/**
 * Strict E.164 of a number written with its country code, spaces and punctuation; null for anything else.
 * A number whose length no numbering plan allows is null; ranges reserved for fiction are fine. A number
 * without a country code is null, because guessing the country would match the wrong person.
 */
export function normalisePhone(raw: string): string | null {
  const parsed = parsePhoneNumberFromString(raw.trim(), { extract: false });
  // An extension is part of who is called, and E.164 has no place for it.
  if (!parsed || parsed.ext || !parsed.isPossible()) return null;
  return isE164(parsed.number) ? parsed.number : null;
}

/**
 * `+61 *** *** 123`: country code and last three digits (privacy 3.2).
 * Without a known country code the rest alone; too short or not a number: `***`; empty stays empty.
 */
export function maskPhone(number: string): string {
  if (number.trim() === '') return '';
  const digits = number.replace(/[^0-9]/g, '');
  const code = number.trimStart().startsWith('+') ? callingCode(digits) : '';
  const subscriber = digits.slice(code.length);
  if (subscriber.length < LEAST_DIGITS) return FULLY_MASKED;
  const masked = `*** *** ${subscriber.slice(-KEPT_DIGITS)}`;
  return code === '' ? masked : `+${code} ${masked}`;
}

function callingCode(digits: string): string {
  for (let length = 1; length <= LONGEST_CALLING_CODE; length++) {
    const candidate = digits.slice(0, length);
    if (CALLING_CODES.has(candidate)) return candidate;
  }
  return '';
}

/** `J***`: a manual identifier keeps its first letter; one that begins otherwise keeps nothing, empty stays empty. */
export function maskManual(text: string): string {
  // Composed form first: an accent typed as a character of its own belongs to the letter.
  const trimmed = text.normalize('NFC').trim();
  if (trimmed === '') return '';
  return `${/^\p{L}/u.exec(trimmed)?.[0] ?? ''}${FULLY_MASKED}`;
}
