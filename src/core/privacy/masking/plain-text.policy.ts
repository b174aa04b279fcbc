/** Replaces every invisible character; a plain text contains no other invisible one. */
export const UNSEEN = '\u200B';

// Characters besides spaces that print nothing. Private and unassigned characters have no font, and
// accents need a letter.
const INVISIBLE = /(?![\t\n\v\f\r])[\p{Default_Ignorable_Code_Point}\p{C}\p{M}\u2800\uFFFC\uFFFD\u{1D159}]/gu;

// ASCII text is already plain.
const UNUSUAL = /[^\t-\r -~]/;

// Arabic ligatures for whole phrases of up to 18 letters; no other character expands to more than
// six. None of these contains a digit or a Latin letter.
const PHRASE_LIGATURE = /[\uFDF0-\uFDFD]/g;

const DASH = /[\p{Pd}\u2212]/gu;

// Circled digits that the compatibility form does not change: first, last, value of the first.
const CIRCLED: readonly (readonly [first: number, last: number, value: number])[] = [
  [0x24eb, 0x24f4, 11],
  [0x24f5, 0x24fe, 1],
  [0x24ff, 0x24ff, 0],
  [0x2776, 0x277f, 1],
  [0x2780, 0x2789, 1],
  [0x278a, 0x2793, 1],
  [0x1f10b, 0x1f10c, 0],
];
const OTHER_DIGIT = /(?![0-9])\p{Nd}|[\u24EB-\u24FF\u2776-\u2793\u{1F10B}\u{1F10C}]/gu;

// Unicode has some 700 digits besides ASCII; each is looked up once.
const asciiOf = new Map<string, string>();

/**
 * A text in characters that rules can be written for: compatibility forms folded, the digits of
 * every script as 0 to 9, every dash a hyphen, every invisible character UNSEEN. At most six times
 * as long.
 */
export function plainText(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return text
    .replace(PHRASE_LIGATURE, ' ')
    .normalize('NFKC')
    .replace(OTHER_DIGIT, asciiDigits)
    .replace(DASH, '-')
    .replace(INVISIBLE, UNSEEN);
}

function asciiDigits(sign: string): string {
  let ascii = asciiOf.get(sign);
  if (ascii === undefined) {
    ascii = String(valueOf(sign.codePointAt(0)!));
    asciiOf.set(sign, ascii);
  }
  return ascii;
}

function valueOf(code: number): number {
  const circled = CIRCLED.find(([first, last]) => code >= first && code <= last);
  if (circled) return circled[2] + code - circled[0];
  // Unicode gives the ten digits of a script adjacent code points, and some scripts follow each
  // other directly: the remainder is the value.
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
