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
    return list ? [{ word, likeness: 1, offset: 0, list }] : [];
  });
}

const ranking = async (texts: readonly string[], words: string, topK = 10) =>
  rank(texts.length, words.length, await listsOf(texts, words), topK);

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
    ['all words', 'ab', true],
    ['a rare one of two', 'az', false],
    ['two of three rare ones', 'abz', true],
    ['one word', 'a', true],
  ])('says whether the best chunk is good: %s', async (_, words, isGood) => {
    const texts = ['ab', 'c', 'c', 'c', 'c', 'c'];
    expect((await ranking(texts, words)).ranked[0]!.isGood).toBe(isGood);
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
    const { ranked } = await rank(texts.length, 2, lists, 10);
    expect(ranked).toMatchObject([{ chunk: 0, words: [0, 1] }]);
    expect(ranked[0]!.score).toBeGreaterThan(0);
    expect(ranked[0]!.score).toBeLessThanOrEqual(1);
  });
});
