import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';

const FULLY_MASKED = '***';
// Three digits are enough for a person to recognise their own number among a few.
const KEPT_DIGITS = 3;
// A mask that keeps one character reveals more than a third of a shorter name.
const LEAST_CHARACTERS = 3;

// No calling code begins with another one. Parsing each number would stall a batch of 1000 calls.
const CALLING_CODES: ReadonlySet<string> = new Set(
  getCountries().map((country) => getCountryCallingCode(country)),
);
const LONGEST_CALLING_CODE = 3;

/**
 * `+61 *** *** 123`: country code and last three digits, and at most a third of the number (privacy
 * 3.2). Without a known country code, only the rest; too short or not a number: `***`; empty stays
 * empty.
 */
export function maskPhone(number: string): string {
  if (number.trim() === '') return '';
  const digits = number.replace(/[^0-9]/g, '');
  const code = number.trimStart().startsWith('+') ? callingCode(digits) : '';
  const subscriber = digits.slice(code.length);
  const kept = Math.min(KEPT_DIGITS, Math.floor(subscriber.length / 3));
  if (kept === 0) return FULLY_MASKED;
  const masked = `*** *** ${subscriber.slice(-kept)}`;
  return code === '' ? masked : `+${code} ${masked}`;
}

function callingCode(digits: string): string {
  for (let length = 1; length <= LONGEST_CALLING_CODE; length++) {
    const candidate = digits.slice(0, length);
    if (CALLING_CODES.has(candidate)) return candidate;
  }
  return '';
}

/**
 * `J***`: a manual identifier keeps its first letter; one that begins with another character or is
 * too short is masked completely.
 */
export function maskManual(text: string): string {
  // Composed first, so that an accent typed as a separate character stays with its letter.
  const trimmed = text.normalize('NFC').trim();
  if (trimmed === '') return '';
  const isLongEnough = (trimmed.match(/[\p{L}\p{N}]/gu) ?? []).length >= LEAST_CHARACTERS;
  return `${(isLongEnough && /^\p{L}/u.exec(trimmed)?.[0]) || ''}${FULLY_MASKED}`;
}

/**
 * `j***@e***.com`: the first letters of mailbox and domain, and the end of the domain (billing
 * 10.1; people 1.4). Without exactly one @, everything is masked.
 */
export function maskEmail(email: string): string {
  const parts = email.trim().split('@');
  const [mailbox = '', domain = ''] = parts;
  const end = domain.lastIndexOf('.');
  if (parts.length !== 2 || mailbox === '' || end < 1) return '***';
  return `${firstOf(mailbox)}***@${firstOf(domain)}***${domain.slice(end)}`;
}

// At most a third of a text is shown, so nothing of one with fewer than three characters (privacy
// 3.2). By code points, because a character may have two UTF-16 units.
const firstOf = (text: string): string => /^([\p{L}\p{N}])[^]{2}/u.exec(text)?.[1] ?? '';
