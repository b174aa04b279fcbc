import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

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
