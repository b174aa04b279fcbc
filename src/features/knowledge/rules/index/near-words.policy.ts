/** Shorter words have too few trigrams to be distinguished. */
const MIN_LETTERS = 4;
const MOST_TRIGRAMS = 255;

/** Two words with a smaller share of common trigrams are different words. */
const LEAST_SIMILARITY = 0.4;

/** How many of the most similar words replace one that no chunk contains. */
export const MOST_NEAR = 3;

/** The trigrams of a stem, with two blanks before and one after it; none if it has a digit or is short. */
export function trigramsOf(stem: string): readonly string[] {
  if (stem.length < MIN_LETTERS || /\p{N}/u.test(stem)) return [];
  const padded = `  ${stem} `;
  const trigrams = Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
  return [...new Set(trigrams)];
}

/** The number of a word's trigrams, as stored. */
export const storedTrigrams = (trigrams: number): number => Math.min(trigrams, MOST_TRIGRAMS);

/** The trigrams that two words have in common, as a share of all their trigrams. */
const similarity = (common: number, one: number, other: number): number => common / (one + other - common);

/**
 * The words most similar to a word with `own` trigrams, the most similar first.
 * @param common how many of its trigrams each candidate has
 * @param trigrams how many trigrams each candidate has
 */
export function nearest<K>(
  own: number,
  common: ReadonlyMap<K, number>,
  trigrams: ReadonlyMap<K, number>,
): readonly { readonly word: K; readonly similarity: number }[] {
  return [...common]
    .map(([word, count]) => ({ word, similarity: similarity(count, own, trigrams.get(word)!) }))
    .filter((it) => it.similarity >= LEAST_SIMILARITY)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, MOST_NEAR);
}

/** The one of the words of a text that is most similar to a word; the word itself if there is none. */
export function mostSimilar(word: string, words: readonly string[]): string {
  if (words.includes(word)) return word;
  const own = new Set(trigramsOf(word));
  let best = { word, similarity: 0 };
  for (const other of new Set(words)) {
    const trigrams = trigramsOf(other);
    const common = trigrams.filter((it) => own.has(it)).length;
    const found = common === 0 ? 0 : similarity(common, own.size, trigrams.length);
    if (found > best.similarity) best = { word: other, similarity: found };
  }
  return best.word;
}
