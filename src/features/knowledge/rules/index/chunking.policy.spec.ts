import { describe, expect, it } from 'vitest';
import { CHUNK_CHARACTERS, Chunker, type Chunk } from './chunking.policy.js';

const block = (text: string, more: Partial<Chunk> = {}): Chunk => ({
  heading: null,
  page: null,
  place: 0,
  text,
  ...more,
});

function chunksOf(...blocks: readonly Chunk[]): Chunk[] {
  const chunker = new Chunker();
  return [...blocks.flatMap((it) => [...chunker.take(it)]), ...chunker.end()];
}

// knowledge 5.3
describe('chunks', () => {
  it('are none without text', () => {
    expect(chunksOf()).toEqual([]);
    expect(chunksOf(block(' \n '))).toEqual([]);
  });

  it('join neighbours under one heading on one page', () => {
    const [a, b] = [
      block('One.', { heading: 'A', page: 1 }),
      block('Two.', { heading: 'A', page: 1, place: 5 }),
    ];
    expect(chunksOf(a, b)).toEqual([{ heading: 'A', page: 1, place: 0, text: 'One.\nTwo.' }]);
    expect(chunksOf(a, { ...b, heading: 'B' })).toHaveLength(2);
    expect(chunksOf(a, { ...b, page: 2 })).toHaveLength(2);
  });

  it('join as much as fits', () => {
    const half = 'x'.repeat(CHUNK_CHARACTERS / 2);
    expect(chunksOf(block(half), block(half.slice(1)))).toHaveLength(1);
    expect(chunksOf(block(half), block(half))).toHaveLength(2);
  });

  it.each<[string, string, number]>([
    ['a line', `${'word '.repeat(150)}\n${'more '.repeat(100)}`, 749],
    ['a sentence', `${'word '.repeat(150)}end. ${'more '.repeat(100)}`, 754],
    ['a sentence without spaces', `${'字'.repeat(700)}。${'字'.repeat(500)}`, 701],
    ['a word', 'word '.repeat(300), 999],
    ['any character', 'x'.repeat(1500), 1000],
  ])('end after %s', (_, text, length) => {
    const [first, second] = chunksOf(block(text, { place: 40 }));
    expect(first!.text).toHaveLength(length);
    expect(text.slice(second!.place - 40)).toContain(second!.text);
    expect(text.slice(second!.place - 40).startsWith(second!.text)).toBe(true);
  });

  it('have every character of a text in one line, and none in half', () => {
    const text = `x${'😀'.repeat(1200)}`;
    const chunks = chunksOf(block(text));
    expect(chunks.map((it) => it.text).join('')).toBe(text);
    expect(chunks.every((it) => it.text.isWellFormed() && it.text.length <= CHUNK_CHARACTERS)).toBe(true);
  });
});
