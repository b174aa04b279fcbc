import { describe, expect, it } from 'vitest';
import { cookieName, readCookie } from './cookies.policy.js';

const ID = 'a'.repeat(43);

// portal-sessions 2.1, 2.4
describe('a cookie', () => {
  it.each([
    ['no header', undefined, 'absent'],
    ['an empty header', '', 'absent'],
    ['other cookies', 'theme=dark; lang=en', 'absent'],
    ['a cookie whose name ends alike', `my__Host-session=${ID}`, 'absent'],
    ['a no-break space before its name', `\u00a0__Host-session=${ID}`, 'absent'],
    ['a line break before its name', `\u000b__Host-session=${ID}`, 'absent'],
    ['its name in other letters', `__host-session=${ID}`, 'absent'],
    ['its name without a value', '__Host-session', 'absent'],
    ['an empty value', '__Host-session=', 'malformed'],
    ['a value one short', `__Host-session=${ID.slice(1)}`, 'malformed'],
    ['a value one too long', `__Host-session=${ID}a`, 'malformed'],
    ['a value in quotes', `__Host-session="${ID}"`, 'malformed'],
    ['another alphabet', `__Host-session=${ID.slice(1)}.`, 'malformed'],
    ['8 KiB of it', `__Host-session=${'a'.repeat(8192)}`, 'malformed'],
    ['8 KiB beside it', `theme=${'a'.repeat(8192)}; __Host-session=${ID}`, 'malformed'],
    ['it twice', `__Host-session=${ID}; __Host-session=${'b'.repeat(43)}`, 'doubled'],
    ['it twice alike', `__Host-session=${ID};__Host-session=${ID}`, 'doubled'],
  ])('of a header with %s is not read', (_, header, kind) => {
    expect(readCookie(header, '__Host-session')).toEqual({ kind });
  });

  it.each([
    ['alone', `__Host-session=${ID}`],
    ['among others', `theme=dark; __Host-session=${ID}; x=y=z`],
    ['without blanks', `theme=dark;__Host-session=${ID};`],
    ['beside the name without its prefix', `session=${'b'.repeat(43)}; __Host-session=${ID}`],
  ])('is read if it is %s', (_, header) => {
    expect(readCookie(header, '__Host-session')).toEqual({ kind: 'value', value: ID });
  });

  it('has the prefix of its host over https alone', () => {
    expect([cookieName('session', true), cookieName('session', false)]).toEqual([
      '__Host-session',
      'session',
    ]);
  });
});
