import { describe, expect, it } from 'vitest';
import { bucketOf, eachChunk, eachNear, listIn, PartIndex } from './postings.policy.js';

const listOf = async (index: PartIndex, key: number): Promise<Buffer | null> => {
  const buckets = await index.buckets();
  return listIn(buckets[bucketOf(key, buckets.length)]!, key);
};

const chunksOf = (list: Buffer | null): number[] => {
  const chunks: number[] = [];
  if (list) eachChunk(list, (ordinal) => chunks.push(ordinal));
  return chunks;
};

// knowledge 6.2
describe('the lists of a part', () => {
  it('have each chunk of a word, over any distance', async () => {
    const index = new PartIndex();
    for (const ordinal of [0, 1, 128, 4095]) index.add(ordinal, new Map([[-7, 1]]));
    expect(chunksOf(await listOf(index, -7))).toEqual([0, 1, 128, 4095]);
    expect(await listOf(index, 7)).toBeNull();
  });

  it('say more about a word that is repeated, and less in a longer chunk', async () => {
    const index = new PartIndex();
    index.add(0, new Map([[1, 1]]));
    index.add(1, new Map([[1, 3]]));
    index.add(
      2,
      new Map([
        [1, 1],
        [2, 400],
      ]),
    );
    const impacts: number[] = [];
    eachChunk((await listOf(index, 1))!, (_, impact) => impacts.push(impact));
    expect(impacts[1]).toBeGreaterThan(impacts[0]!);
    expect(impacts[2]).toBeLessThan(impacts[0]!);
    expect(impacts.every((it) => it > 0 && it <= 1)).toBe(true);
  });

  it('are spread over buckets of a size that is read at once', async () => {
    const index = new PartIndex();
    const keys = Array.from({ length: 2000 }, (_, key) => Math.imul(key, 2_654_435_761) | 0);
    for (const [ordinal, key] of keys.entries()) index.add(ordinal, new Map([[key, 1]]));
    const buckets = await index.buckets();
    expect(buckets.length).toBeGreaterThan(8);
    for (const [ordinal, key] of keys.entries())
      expect(chunksOf(listIn(buckets[bucketOf(key, buckets.length)]!, key))).toEqual([ordinal]);
  });

  it('name the words that have a trigram, once', async () => {
    const index = new PartIndex();
    index.addNear(11, [100, 101]);
    index.addNear(11, [100, 101]);
    index.addNear(-12, [101]);
    const found: [word: number, trigrams: number][] = [];
    eachNear((await listOf(index, 101))!, (word, trigrams) => found.push([word, trigrams]));
    expect(found).toEqual([
      [11, 2],
      [-12, 1],
    ]);
  });
});
