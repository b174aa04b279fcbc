const DATE = String.raw`(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?`;
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const HEX = '[0-9a-fA-F]';

// Texts that look like a telephone number but are not: tried first, so that logs keep times, hosts
// and ids. Dates and addresses must be valid.
const SPARED = [
  String.raw`(?<!\p{Nd})${DATE}(?:${TIME})?(?!\p{Nd})`,
  String.raw`(?<![\p{Nd}.])(?:${OCTET}\.){3}${OCTET}(?!\.?\p{Nd})`,
  `(?<!${HEX})${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}(?!${HEX})`,
].join('|');

/**
 * An email address, for a regular expression with flag u; "%40" is an @ in a web address. 64 is the
 * longest local part, and bounds the cost of a long text.
 */
export const EMAIL = String.raw`[^\s@<>()\[\]{}"',;:=/]{1,64}"?(?:@|＠|%40)[^\s@<>()\[\]{}"',;:=/]+`;

// Seven digits is the shortest subscriber number in use. Up to three characters between two digits
// cover "(0) 4"; none of them is a digit, so the search is linear.
const NUMBER = String.raw`[+＋]?\p{Nd}(?:[\s().\-/‐-―]{0,3}\p{Nd}){6,}`;

const PERSONAL = new RegExp(`(?<email>${EMAIL})|(?<spared>${SPARED})|(?<number>${NUMBER})`, 'gu');

/**
 * Removes telephone numbers, other long runs of digits and email addresses from a text of another
 * party before it is logged. Dates, IPv4 addresses and UUIDs stay. Names look like ordinary words:
 * a text that may contain names must not be logged.
 */
export function scrubPersonalData(text: string): string {
  return text.replace(PERSONAL, (_found, email: string | undefined, spared: string | undefined) => {
    if (email !== undefined) return '[email]';
    return spared ?? '[number]';
  });
}
