import { describe, expect, it } from 'vitest';
import { CHUNK_BYTES, giveBack, takeChunk } from './chunk-pool.js';

/** So many that nothing of what others gave back is left. */
const takeAll = (): Buffer[] => Array.from({ length: 1100 }, takeChunk);

describe('a chunk', () => {
  it('is lent again once a part of it was given back, whole', () => {
    takeAll();
    const chunk = takeChunk();
    giveBack(chunk.subarray(0, 10));
    const again = takeChunk();
    expect(again.buffer).toBe(chunk.buffer);
    expect(again).toHaveLength(CHUNK_BYTES);
  });

  it('is lent to one at a time, however often it is given back', () => {
    takeAll();
    const chunk = takeChunk();
    giveBack(chunk);
    giveBack(chunk.subarray(0, 10));
    expect(takeChunk().buffer).toBe(chunk.buffer);
    expect(takeChunk().buffer).not.toBe(chunk.buffer);
  });

  it('is none of any other buffer', () => {
    takeAll();
    const other = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    giveBack(other);
    expect(takeChunk().buffer).not.toBe(other.buffer);
  });

  it('is not kept beyond as many as the spools keep in memory', () => {
    const taken = takeAll();
    for (const chunk of taken) giveBack(chunk);
    const known = new Set(taken.map(({ buffer }) => buffer));
    expect(takeAll().filter(({ buffer }) => known.has(buffer))).toHaveLength(1024);
  });
});
