import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthFault } from './body-width.policy.js';

const refused = (text: string, inOnePlace = 3, inAll = 8): boolean => {
  const fault = widthFault(Buffer.from(text), { inOnePlace, inAll });
  if (fault) expect(fault.fields).toMatchObject([{ loc: ['body'], type: 'too_long' }]);
  return fault !== null;
};

// requests 3.6; workspace 12.5
describe('how wide a body is', () => {
  it.each([
    ['as many members as there may be', '{"a":1,"b":2,"c":3}', false],
    ['one more', '{"a":1,"b":2,"c":3,"d":4}', true],
    ['a list of as many', '[1,2,3]', false],
    ['a list of one more', '{"a":[1,2,3,4]}', true],
    ['as many in several places', '{"a":[1,2,3],"b":[1,2,3]}', false],
    ['more in all', '{"a":[1,2,3],"b":[1,2,3],"c":[1,2,3]}', true],
    ['one more in all', '{"a":[1,2,3],"b":[1,2,3],"c":[1]}', true],
    ['places without members', '{"a":[{},{},[ ]],"b":[{},{},[]]}', false],
    ['as many levels, each of which is a member', '[[[[[[[[[]]]]]]]]]', false],
    ['one level more', '[[[[[[[[[[]]]]]]]]]]', true],
    ['commas in texts', '{"a":"1,2,3,4,5,6,7","b,c,d,e,f":"g"}', false],
    ['commas after escapes', '["\\\\\\",,,,","\\\\",1]', false],
    ['commas after a text that ends with an escape', '["\\\\",1,2,3]', true],
    ['a text without an end', '{"a":",,,,,,,,', false],
    ['closings without a beginning', ']]]}1,2', false],
    ['nothing', '', false],
  ])('%s', (_, text, expected) => {
    expect(refused(text)).toBe(expected);
  });

  it('is not what very many levels are refused for, while they are no more than there may be in all', () => {
    expect(refused('['.repeat(5001), 3, 5000)).toBe(false);
    expect(refused('['.repeat(5002), 3, 5000)).toBe(true);
  });

  it('is what a parser finds, for any JSON', () => {
    const widest = (value: unknown): number => {
      if (typeof value !== 'object' || value === null) return 0;
      const members: unknown[] = Object.values(value);
      return Math.max(members.length, ...members.map(widest));
    };
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 2, max: 5 }), (text, most) => {
        // A parser merges repeated names; this check counts each of them.
        const isWide = widest(JSON.parse(text)) > most;
        if (isWide) expect(refused(text, most, 10_000)).toBe(true);
        else if (!/__proto__/.test(text)) expect(refused(text, most, 10_000)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
