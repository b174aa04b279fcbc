import { describe, expect, it } from 'vitest';
import { NumbersInFile } from './numbers-in-file.js';

const found = async (...chunks: readonly (string | Buffer)[]) => {
  const numbers = new NumbersInFile(['AU']);
  for (const chunk of chunks) await numbers.take(Buffer.from(chunk));
  return numbers.end();
};

// support-attachments 9.1
describe('the numbers in a text file', () => {
  it.each([
    ['a line of CSV', ['name,phone\nKim,0491 575 254\n'], ['+61491575254']],
    ['JSON', ['{"a":"+61 491 575 254","b":["0491575255"]}'], ['+61491575254', '+61491575255']],
    ['two chunks that cut one', [`${'x'.repeat(1000)} 0491 5`, '75 254 '], ['+61491575254']],
    ['two windows that cut one', [`${'x'.repeat(1018)} 0491 575 254 ${'y'.repeat(900)}`], ['+61491575254']],
    ['none', ['On 2026-10-31 at 10:15 it hung up, for the 3rd time.'], []],
  ])('are found in %s', async (_what, chunks, numbers) => {
    const { numbers: all, isWhole } = await found(...chunks);
    expect([numbers.every((it) => all.includes(it)), isWhole]).toEqual([true, true]);
    if (numbers.length === 0) expect(all).toEqual([]);
  });

  it('are not all read in a text that is nothing but numbers', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `04915${String(index).padStart(5, '0')}\n`);
    const { numbers, isWhole } = await found(many.join(''));
    expect([isWhole, numbers.length > 1_000]).toEqual([false, true]);
  });
});
