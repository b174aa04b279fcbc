import { describe, expect, it } from 'vitest';
import { mostSimilar, nearest, trigramsOf } from './near-words.policy.js';

describe('similar words', () => {
  // knowledge 6.4
  it.each<[string, readonly string[]]>([
    ['pool', ['  p', ' po', 'poo', 'ool', 'ol ']],
    ['hat', []],
    ['a4b5', []],
  ])('compare trigrams: %s', (stem, trigrams) => {
    expect(trigramsOf(stem)).toEqual(trigrams);
  });

  // knowledge 6.4
  it('have 40 % of their trigrams in common, and are at most three', () => {
    const common = new Map([
      ['a', 5],
      ['b', 4],
      ['c', 4],
      ['d', 6],
      ['e', 3],
    ]);
    const trigrams = new Map([...common.keys()].map((word) => [word, 6]));
    expect(nearest(6, common, trigrams).map(({ word }) => word)).toEqual(['d', 'a', 'b']);
    expect(nearest(6, new Map([['e', 3]]), trigrams)).toEqual([]);
    expect(nearest(6, new Map([['b', 4]]), trigrams)).toEqual([{ word: 'b', similarity: 0.5 }]);
  });

  it('are shown as the text has them', () => {
    expect(mostSimilar('swiming', ['the', 'swimming', 'pool'])).toBe('swimming');
    expect(mostSimilar('pool', ['the', 'swimming', 'pool'])).toBe('pool');
    expect(mostSimilar('taxi', ['the', 'pool'])).toBe('taxi');
  });
});
