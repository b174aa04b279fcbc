import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnPath } from './return-path.policy.js';

const ORIGIN = 'https://portal.example.com';

// portal-sessions 1.5
describe('where a person is led after signing in', () => {
  it.each(['/', '/clients', '/calls?status=missed&page=2#c1', '/calls/call-1', '/a%20b'])(
    'is %s where that was asked for',
    (path) => {
      expect(returnPath(path, ORIGIN)).toBe(path);
    },
  );

  it.each([
    undefined,
    null,
    7,
    ['/clients'],
    '',
    'clients',
    'https://evil.example/',
    `${ORIGIN}/clients`,
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    '/cliënts',
    `/${'a'.repeat(2000)}`,
    '/v1/portal/sign-in',
    '/v1/portal/callback?code=x',
    '/api/v1/calls/list',
  ])('is the first page where %j was', (asked) => {
    expect(returnPath(asked, ORIGIN)).toBe('/');
  });

  it('is never another host, whatever was asked for', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        '//',
        'evil.example',
        '@',
        ':',
        '?',
        '#',
        '%2f',
        '%5c',
        '\t',
        ' ',
      ),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const path = returnPath(parts.join(''), ORIGIN);
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
        expect(path).toMatch(/^\/(?![/\\])/);
      }),
    );
  });
});
