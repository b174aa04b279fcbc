import { describe, expect, it } from 'vitest';
import { isScattered } from './body-chunks.js';

// requests 3.11
describe('a body in too many chunks', () => {
  it.each([
    ['one chunk', 1, 1, false],
    ['4,096 bytes, one by one', 4096, 4096, false],
    ['some more than those, one by one', 4300, 4300, true],
    ['1 MiB in chunks of 32 bytes', 32_768, 1024 ** 2, false],
    ['1 MiB in chunks of 16 bytes', 65_536, 1024 ** 2, true],
    ['10 MiB in chunks of 32 bytes', 327_680, 10 * 1024 ** 2, false],
  ])('%s', (_, chunks, bytes, expected) => {
    expect(isScattered(chunks, bytes)).toBe(expected);
  });
});
