import { describe, expect, it } from 'vitest';
import { bucketOf, listIn, PartIndex } from './postings.policy.js';
import { rank, weightOf, type WordList } from './ranking.policy.js';

/**
 * Lists of words over chunks; a text consists of the words of a chunk, written as first letters.
 */
async function listsOf(texts: readonly string[], words: string): Promise<WordList[]> {
  const index = new PartIndex();
  for (const [ordinal, text] of texts.entries()) {
    const counts = new Map<number, number>();
    for (const letter of text) counts.set(letter.charCodeAt(0), (counts.get(letter.charCodeAt(0)) ?? 0) + 1);
    index.add(ordinal, counts);
  }
  const buckets = await index.buckets();
  return [...words].flatMap((letter, word) => {
    const key = letter.charCodeAt(0);
    const list = listIn(buckets[bucketOf(key, buckets.length)]!, key);
    return list ? [{ word, likeness: 1, dictionary: 'en', offset: 0, list }] : [];
  });
}

/** Each word says something in English. */
const asked = (words: string) => [...words].map(() => new Set(['en']));

const ranking = async (texts: readonly string[], words: string, topK = 10) =>
  rank(texts.length, asked(words), await listsOf(texts, words), topK);

// knowledge 6.3
describe('ranking', () => {
  it('puts one rare word before three common ones', async () => {
    const texts = [...Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 'abc' : 'xyz')), 'r'];
    const { ranked } = await ranking(texts, 'abcr');
    expect(ranked[0]!.chunk).toBe(300);
    expect(weightOf(300, 1)).toBeGreaterThan(3 * weightOf(300, 100));
  });

  it('keeps the order of equal chunks, and no more than asked', async () => {
    const { ranked } = await ranking(['a', 'b', 'a', 'a'], 'a', 2);
    expect(ranked.map(({ chunk }) => chunk)).toEqual([0, 2]);
  });

  it('names the words of each chunk, and those that none has', async () => {
    const { ranked, missing } = await ranking(['ab', 'a', 'c'], 'abz');
    expect(ranked.map(({ words }) => words)).toEqual([[0, 1], [0]]);
    expect(missing).toEqual([2]);
  });

  // knowledge 6.5
  it.each<[string, string, boolean]>([
    ['its only word', 'a', true],
    ['all words', 'ab', true],
    ['one of three that chunks have', 'ade', false],
    ['a rare word beside one that no chunk has', 'az', true],
    ['a rare word beside four that no chunk has', 'awxyz', true],
    ['a rare word beside five', 'avwxyz', false],
    ['two rare words beside five', 'abvwxyz', true],
    ['a common word beside one that no chunk has', 'cz', false],
  ])('says whether the best chunk is good, which has %s', async (_, words, isGood) => {
    const texts = ['ab', 'd', 'e', 'c', 'c', 'c', 'c', 'c'];
    expect((await ranking(texts, words)).ranked[0]!.isGood).toBe(isGood);
  });

  // knowledge 6.5
  it('counts a similar word by its similarity', async () => {
    const lists = await listsOf(['ab', 'c', 'c'], 'ab');
    const isGood = async (likeness: number) => {
      const similar = lists.map((it) => ({ ...it, likeness }));
      return (await rank(3, asked('ab'), similar, 1)).ranked[0]!.isGood;
    };
    expect([await isGood(0.6), await isGood(0.4)]).toEqual([true, false]);
  });

  // knowledge 6.5
  it('counts no stop words of the language of a chunk', async () => {
    const lists = await listsOf(['a', 'c', 'c'], 'a');
    const words = ['a', ...'uvwxyz'].map((word) => new Set(word === 'a' ? ['en', 'de'] : ['de']));
    const inLanguage = async (dictionary: string) =>
      (
        await rank(
          3,
          words,
          lists.map((it) => ({ ...it, dictionary })),
          1,
        )
      ).ranked[0]!;
    const [english, german] = [await inLanguage('en'), await inLanguage('de')];
    expect([english.isGood, german.isGood]).toEqual([true, false]);
    expect(english.score).toBeGreaterThan(german.score);
  });

  it('finds nothing without a word', async () => {
    expect(await ranking(['a'], 'z')).toEqual({ ranked: [], missing: [0] });
  });

  it('scores from 0 to 1', async () => {
    const { ranked } = await ranking(['aaaaaaaa', 'b'], 'a');
    expect(ranked[0]!.score).toBeGreaterThan(0.8);
    expect(ranked[0]!.score).toBeLessThanOrEqual(1);
  });

  // knowledge 6.3, 6.4
  it.each([
    ['the only chunk', ['aaaabbbbcccc']],
    ['one of many', ['aaaabbbbcccc', ...Array.from({ length: 9 }, () => 'x')]],
  ])('scores from 0 to 1 where several words are similar to the one that is asked: %s', async (_, texts) => {
    const [a, ...similar] = await listsOf(texts, 'abc');
    const lists = [a!, ...similar.map((it) => ({ ...it, word: 1, likeness: 0.9 }))];
    const { ranked } = await rank(texts.length, asked('ab'), lists, 10);
    expect(ranked).toMatchObject([{ chunk: 0, words: [0, 1] }]);
    expect(ranked[0]!.score).toBeGreaterThan(0);
    expect(ranked[0]!.score).toBeLessThanOrEqual(1);
  });
});
