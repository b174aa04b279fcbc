import { describe, expect, it } from 'vitest';
import { fitsComment, fitsTicket, partBytes, partCount } from './attachment-limits.js';

const MIB = 1024 * 1024;

// support-attachments 2.1, 2.2, 3.1
describe('the parts of a file', () => {
  it.each([
    [1, [1]],
    [5 * MIB - 1, [5 * MIB - 1]],
    [5 * MIB, [5 * MIB]],
    [5 * MIB + 1, [5 * MIB, 1]],
    [25 * MIB - 1, [5 * MIB, 5 * MIB, 5 * MIB, 5 * MIB, 5 * MIB - 1]],
    [25 * MIB, [5 * MIB, 5 * MIB, 5 * MIB, 5 * MIB, 5 * MIB]],
  ])('of %i bytes have %j', (bytes, sizes) => {
    expect(partCount(bytes)).toBe(sizes.length);
    expect(sizes.map((_, index) => partBytes(bytes, index + 1))).toEqual(sizes);
    for (const none of [0, -1, 1.5, sizes.length + 1, Number.NaN]) expect(partBytes(bytes, none)).toBeNull();
  });
});

describe('what a ticket and a comment take', () => {
  it.each([
    [0, 25 * MIB, true],
    [225 * MIB, 25 * MIB, true],
    [225 * MIB + 1, 25 * MIB, false],
    [250 * MIB, 1, false],
  ])('with %i bytes, %i more: %s', (taken, bytes, fits) => {
    expect(fitsTicket(taken, bytes)).toBe(fits);
  });

  it('is 10 files for a comment', () => {
    expect([0, 9, 10].map(fitsComment)).toEqual([true, true, false]);
  });
});
