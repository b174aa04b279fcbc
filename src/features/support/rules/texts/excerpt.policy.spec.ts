import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt.policy.js';

// support 10.5
describe('the excerpt of a comment in a mail', () => {
  it.each([
    ['It works again.\n\nThank you!', 'It works again. Thank you!'],
    ['Call 0491 575 254, or kim@example.com.', 'Call [number], or [email]'],
    ['Rings at +61\u200b491\u00ad575 254\u202e today', 'Rings at [number] today'],
    ['Since 2026-10-31 it hangs up.', 'Since 2026-10-31 it hangs up.'],
    ['My date of birth is 4 December 1987.', null],
    [' \n\u200b', null],
  ])('of %j is %j', (text, excerpt) => {
    expect(excerptOf(text)).toBe(excerpt);
  });

  it('has 200 characters, and no half of a number at its end', () => {
    const long = excerptOf(`${'Hello '.repeat(33)}0491 575 254 ${'and so on '.repeat(30)}`)!;
    expect(long).toBe(`${'Hello '.repeat(33)}[n …`);
    expect(excerptOf('😀'.repeat(300))).toBe(`${'😀'.repeat(200)} …`);
  });
});
