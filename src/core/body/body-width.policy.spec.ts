import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../kernel/platform-error.js';
import { refuseWidth } from './body-width.policy.js';

const refused = (text: string, inOnePlace = 3, inAll = 6): boolean => {
  try {
    refuseWidth(Buffer.from(text), { inOnePlace, inAll });
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(PlatformError);
    expect((error as PlatformError).fields).toMatchObject([{ loc: ['body'], type: 'too_long' }]);
    return true;
  }
};

// workspace 12.5
describe('how wide a body is', () => {
  it.each([
    ['as many members as there may be', '{"a":1,"b":2,"c":3}', false],
    ['one more', '{"a":1,"b":2,"c":3,"d":4}', true],
    ['a list of as many', '[1,2,3]', false],
    ['a list of one more', '{"a":[1,2,3,4]}', true],
    ['as many in several places', '{"a":[1,2,3],"b":[1,2,3]}', false],
    ['more in all', '{"a":[1,2,3],"b":[1,2,3],"c":[1,2,3]}', true],
    ['commas in texts', '{"a":"1,2,3,4,5,6,7","b,c,d,e,f":"g"}', false],
    ['commas behind escapes', '["\\\\\\",,,,","\\\\",1]', false],
    ['commas behind a text that ends with an escape', '["\\\\",1,2,3]', true],
    ['a text without an end', '{"a":",,,,,,,,', false],
    ['closings without a beginning', ']]]}1,2', false],
    ['nothing', '', false],
  ])('%s', (_, text, expected) => {
    expect(refused(text)).toBe(expected);
  });

  it('is what a parser finds, for any JSON', () => {
    const widest = (value: unknown): number => {
      if (typeof value !== 'object' || value === null) return 0;
      const members: unknown[] = Object.values(value);
      return Math.max(members.length, ...members.map(widest));
    };
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 2, max: 5 }), (text, most) => {
        // Names that are repeated are one member to a parser, and counted each.
        const isWide = widest(JSON.parse(text)) > most;
        if (isWide) expect(refused(text, most, 10_000)).toBe(true);
        else if (!/__proto__/.test(text)) expect(refused(text, most, 10_000)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
