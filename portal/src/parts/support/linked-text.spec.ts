import { describe, expect, it } from 'vitest';
import { partsOf } from './linked-text';

const linksOf = (text: string) => partsOf(text).flatMap(({ href }) => href ?? []);

describe('the links of a text', () => {
  it.each([
    ['see https://example.com/a?b=1#c.', ['https://example.com/a?b=1#c']],
    ['(https://example.com/a)', ['https://example.com/a']],
    [
      'https://example.com/a_(b), and http://example.org',
      ['https://example.com/a_(b)', 'http://example.org'],
    ],
    ['HTTPS://example.com', ['HTTPS://example.com']],
    ['javascript:alert(1) data:text/html,x ftp://example.com www.example.com', []],
    ['<a href="https://example.com/x">y</a>', ['https://example.com/x']],
    ['http://', []],
    ['', []],
  ])('are the addresses of the web in %s', (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });

  it('leave every character of the text in its place', () => {
    const text = 'One https://example.com/a, two\n(https://example.com/b) three';
    expect(
      partsOf(text)
        .map((it) => it.text)
        .join(''),
    ).toBe(text);
  });
});
