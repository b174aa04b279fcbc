/** A part of a text around the first match. */
export interface WordMatch {
  readonly excerpt: string;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Shorter words match most texts. */
const MIN_LETTERS = 3;
/** Longer searches find nothing more. */
const MAX_WORDS = 8;
const BEFORE = 50;
const AFTER = 110;

/** The text without case and accents. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** The words to look for; none if no word has at least three letters (calls 16.3). */
export function searchedWords(text: string): readonly string[] {
  const words = [...new Set(folded(text).match(WORD) ?? [])].slice(0, MAX_WORDS);
  return words.some((word) => word.length >= MIN_LETTERS) ? words : [];
}

/**
 * Whether each word begins a word of the text (calls 16.3); the excerpt is one line of about 160
 * characters.
 */
export function matchWords(text: string, words: readonly string[]): WordMatch | null {
  const missing = new Set(words);
  let first: number | null = null;
  for (const { 0: raw, index } of text.normalize('NFC').matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const word = folded(raw);
    for (const wanted of words) {
      if (!word.startsWith(wanted)) continue;
      missing.delete(wanted);
      first ??= index;
    }
  }
  if (first === null || missing.size > 0) return null;
  return { excerpt: around(text.normalize('NFC'), first) };
}

/** Cuts at spaces, so that no word and no number is shown in part. */
function around(text: string, at: number): string {
  const from = at <= BEFORE ? 0 : afterBlank(text, at - BEFORE, at);
  const to = at + AFTER >= text.length ? text.length : beforeBlank(text, at + AFTER, at);
  const part = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '… ' : ''}${part}${to < text.length ? ' …' : ''}`;
}

function afterBlank(text: string, from: number, at: number): number {
  const blank = text.slice(from, at).search(/\s/);
  return blank === -1 ? at : from + blank + 1;
}

function beforeBlank(text: string, to: number, at: number): number {
  const blank = text.slice(at, to).search(/\s\S*$/);
  return blank === -1 ? to : at + blank;
}
