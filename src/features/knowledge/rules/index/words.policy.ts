/** Scripts without spaces between words; their words are pairs of neighbouring characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Accents of Latin, Greek and Cyrillic letters, and the vowels that Arabic usually omits. */
const ACCENTS = /[\u0300-\u036f\u064b-\u065f]+/gu;

// A longer run of letters is an identifier or data, which no question contains.
const MAX_LETTERS = 64;

/** The words of a text in order, without case and accents (knowledge 6.1). */
export function wordsOf(text: string): readonly string[] {
  const folded = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  const words: string[] = [];
  for (const run of folded.match(WORD) ?? []) {
    if (isAscii(run)) words.push(run);
    else words.push(...wordsIn(run));
  }
  return words.filter((word) => word.length <= MAX_LETTERS);
}

/**
 * How each word of a text is spelled, with its accents: PostgreSQL knows "für" as a stop word, and
 * not "fur".
 */
export function spellingsOf(text: string): ReadonlyMap<string, string> {
  const runs = text.normalize('NFC').toLowerCase().match(WORD) ?? [];
  return new Map(runs.toReversed().flatMap((run) => wordsOf(run).map((word) => [word, run] as const)));
}

const isAscii = (text: string): boolean => /^[\x21-\x7e]*$/.test(text);

function wordsIn(run: string): readonly string[] {
  const words: string[] = [];
  let end = 0;
  for (const { 0: part, index } of run.matchAll(UNSPACED)) {
    if (index > end) words.push(run.slice(end, index));
    words.push(...pairsOf([...part]));
    end = index + part.length;
  }
  if (end < run.length) words.push(run.slice(end));
  return words;
}

const pairsOf = (characters: readonly string[]): readonly string[] =>
  characters.length === 1
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index]!}${character}`);
