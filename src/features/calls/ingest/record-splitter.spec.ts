import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotAnArrayError, splitArray, splitLines } from './record-splitter.js';

const texts = (parts: readonly Buffer[]): string[] => parts.map((part) => part.toString('utf8').trim());
const array = async (text: string, most = 1000): Promise<string[]> =>
  texts(await splitArray(Buffer.from(text), most));

describe('splitArray', () => {
  it('cuts exactly where JSON.parse would', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json(), { maxLength: 20 }), async (elements) => {
        const text = ` [${elements.join(' ,\n')} ]\n`;
        const parts = await array(text);
        expect(parts.map((part) => JSON.parse(part) as unknown)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['', '{}', 'null', '[', '[1', '[1,]', '[,1]', '[1] 2', '[1]]', '["]', '[1}{'])(
    'refuses %j',
    async (text) => {
      await expect(array(text)).rejects.toBeInstanceOf(NotAnArrayError);
    },
  );

  it.each([
    ['[]', []],
    [' [ ] ', []],
    ['\ufeff[1]', ['1']],
    ['["a,b]", {"x":"}\\""}]', ['"a,b]"', '{"x":"}\\""}']],
  ])('cuts %j', async (text, parts) => {
    expect(await array(text)).toEqual(parts);
  });

  it('stops soon after one element too many', async () => {
    expect(await array(`[${'1,'.repeat(100)}1]`, 10)).toHaveLength(11);
  });
});

describe('splitLines', () => {
  it('leaves blank lines out and stops after one too many', async () => {
    expect(texts(await splitLines(Buffer.from('1\r\n\n \n2\n3'), 10))).toEqual(['1', '2', '3']);
    expect(await splitLines(Buffer.from('x\n'.repeat(100)), 10)).toHaveLength(11);
  });
});
