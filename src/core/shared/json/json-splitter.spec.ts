import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotAnArrayError, NotAnObjectError, splitArray, splitLines, splitObject } from './json-splitter.js';

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

  it.each(['', '{}', 'null', '[', '[1', '[1,]', '[,1]', '[1] 2', '[1]]', '["]', '[1}{', '[1}'])(
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

describe('splitObject', () => {
  const object = async (text: string, most = 1000): Promise<Record<string, string>> => {
    const members = await splitObject(Buffer.from(text), most);
    return Object.fromEntries([...members].map(([name, value]) => [name, value.toString('utf8').trim()]));
  };

  it('cuts exactly where JSON.parse would', async () => {
    const members = fc.uniqueArray(fc.tuple(fc.string(), fc.json()), {
      maxLength: 20,
      selector: ([name]) => name,
    });
    await fc.assert(
      fc.asyncProperty(members, async (pairs) => {
        const text = ` {${pairs.map(([name, value]) => `${JSON.stringify(name)} : ${value}`).join(' ,\n')} }\n`;
        const cut = [...(await splitObject(Buffer.from(text), 1000))];
        const parsed = cut.map(([name, value]): [string, unknown] => [name, JSON.parse(value.toString())]);
        expect(new Map(parsed)).toEqual(new Map(pairs.map(([name, value]) => [name, JSON.parse(value)])));
      }),
    );
  });

  it.each([
    '',
    '[]',
    'null',
    '{',
    '{"a"}',
    '{"a":1',
    '{"a":1,}',
    '{a:1}',
    '{"a":1} 2',
    '{"a":1]',
    '{1:1}',
    '{"a" 1}',
  ])('refuses %j', async (text) => {
    await expect(object(text)).rejects.toBeInstanceOf(NotAnObjectError);
  });

  // requests 4.10
  it('names a member that is given twice, and stops soon after one too many', async () => {
    await expect(object('{"a":1,"b":[{"c":","}],"\\u0061":{"d":"}"}}')).rejects.toMatchObject({
      member: 'a',
    });
    const many = Array.from({ length: 100 }, (_, at) => `"m${at}":1`).join();
    expect(await splitObject(Buffer.from(`{${many}}`), 10)).toHaveProperty('size', 11);
  });
});

describe('splitLines', () => {
  it('leaves blank lines out and stops after one too many', async () => {
    expect(texts(await splitLines(Buffer.from('1\r\n\n \n2\n3'), 10))).toEqual(['1', '2', '3']);
    expect(await splitLines(Buffer.from('x\n'.repeat(100)), 10)).toHaveLength(11);
  });

  // Fails if it yields only after lines: here there are none.
  it('lets others go on while it passes megabytes of line feeds', async () => {
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    // Work for several slices on any machine.
    expect(await splitLines(Buffer.alloc(32 * 1024 * 1024, '\n'), 10)).toEqual([]);
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});
