const WORD = /[\p{L}\p{N}]+/gu;
/** A subject of 200 characters has at most a hundred words; a longer search finds nothing more. */
const MAX_WORDS = 100;

/** The words of a subject or a search, without case and accents (support 5.2). */
export const wordsIn = (text: string): readonly string[] =>
  [
    ...new Set(
      text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .match(WORD) ?? [],
    ),
  ].slice(0, MAX_WORDS);
