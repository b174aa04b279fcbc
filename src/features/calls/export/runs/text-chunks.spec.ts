import { describe, expect, it } from 'vitest';
import { TextChunks } from './text-chunks.js';

const KIB = 1024;

describe('gathered texts', () => {
  it.each<[string, string[]]>([
    ['nothing at all', []],
    ['nothing but empty ones', ['', '']],
    ['short ones', Array.from({ length: 5000 }, (_, index) => `row ${index}, é, 値, 😀\r\n`)],
    ['one as long as a chunk', ['x'.repeat(64 * KIB)]],
    ['long ones among short ones', ['a', '値'.repeat(30 * KIB), 'b', 'x'.repeat(300 * KIB), 'c']],
    ['such as fill a chunk to its last byte', ['値'.repeat(21_845), 'x', 'y']],
  ])('come out as they went in: %s', (_, texts) => {
    const chunks = new TextChunks();
    for (const text of texts) chunks.add(text);
    expect(Buffer.concat(chunks.takeRest()).toString()).toBe(texts.join(''));
  });

  // Fails if a chunk that was passed on is written to again.
  it('leave alone what was taken before', () => {
    const chunks = new TextChunks();
    chunks.add('first');
    const [first] = chunks.takeRest();
    chunks.add('second');
    expect(Buffer.concat(chunks.takeRest()).toString()).toBe('second');
    expect([first?.toString(), chunks.takeRest()]).toEqual(['first', []]);
  });

  // Fails if small amounts are passed on in buffers of a whole chunk each, which stay in memory as
  // long as they do.
  it('are handed on in full chunks before the end', () => {
    const chunks = new TextChunks();
    const taken: Buffer[] = [];
    for (let index = 0; index < 100; index += 1) {
      chunks.add('x'.repeat(5 * KIB));
      taken.push(...chunks.take());
    }
    expect(taken.map(({ length }) => length)).toEqual(Array.from({ length: 8 }, () => 60 * KIB));
    expect(chunks.takeRest().map(({ length }) => length)).toEqual([20 * KIB]);
  });
});
