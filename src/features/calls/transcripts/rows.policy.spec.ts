import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakRows } from './rows.policy.js';

// Every character is one unit wide, and accents have no width.
const measure = (text: string): number => text.replace(/\p{M}/gu, '').length;

const rows = (text: string, width = 10): string[] =>
  [...breakRows(text, width, measure)].map(({ start, end }) => text.slice(start, end));

describe('breakRows', () => {
  it.each([
    ['nothing', '', ['']],
    ['a word', 'word', ['word']],
    ['a row to the last letter', 'one two xy', ['one two xy']],
    ['one letter more', 'one two xyz', ['one two ', 'xyz']],
    ['a blank over the edge', 'one two xy z', ['one two xy ', 'z']],
    ['many rows', 'aaaa bbbb cccc dddd eeee', ['aaaa bbbb ', 'cccc dddd ', 'eeee']],
    ['a word as wide as a row', 'a bbbbbbbbbb c', ['a ', 'bbbbbbbbbb ', 'c']],
  ])('breaks %s between words', (_, text, expected) => {
    expect(rows(text)).toEqual(expected);
  });

  it('breaks a word that fits into no row, and continues after it', () => {
    expect(rows('ab cdefghijklmnopqrstuvwxyz yes no')).toEqual([
      'ab ',
      'cdefghijk',
      'lmnopqrst',
      'uvwxyz yes ',
      'no',
    ]);
  });

  it('breaks web addresses after a punctuation mark if that fills the row well', () => {
    expect(rows('https://example.com/appointments/2026?day=tuesday&time=ten', 22)).toEqual([
      'https://example.com/',
      'appointments/2026?',
      'day=tuesday&time=ten',
    ]);
  });

  it('does not break what a reader takes for one character', () => {
    const accented = 'e\u0301'.repeat(25);
    for (const row of rows(accented)) expect(row.startsWith('\u0301')).toBe(false);
    const emoji = '👩‍👩‍👧‍👦';
    expect(rows(emoji.repeat(3), 12)).toEqual([emoji, emoji, emoji]);
  });

  it('bounds a row of signs without any width', () => {
    for (const row of rows('\u0301'.repeat(5000).replaceAll('\u0301'.repeat(10), 'a\u0301 '))) {
      expect(row.length).toBeLessThanOrEqual(310);
    }
    const zeroWidth = [...breakRows('x'.repeat(5000), 10, () => 0)];
    for (const { start, end } of zeroWidth) expect(end - start).toBeLessThanOrEqual(300);
  });

  // Fails if a step of the generator makes more than one row, or measures a whole text at once.
  it('measures no more for one row than fits into it', () => {
    let measured = 0;
    const generator = breakRows('word '.repeat(20_000) + 'x'.repeat(100_000), 80, (text) => {
      measured += text.length;
      return measure(text);
    });
    let most = 0;
    for (let last = 0; ; last = measured) {
      if (generator.next().done) break;
      most = Math.max(most, measured - last);
    }
    expect(most).toBeLessThan(1000);
  });

  it('loses nothing, repeats nothing, and fills no row over its width', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 40 });
    fc.assert(
      fc.property(words, fc.integer({ min: 8, max: 80 }), (parts, width) => {
        const text = parts.join(' ').replace(/\s+/g, ' ').trim();
        const broken = rows(text, width);
        expect(broken.join('')).toBe(text);
        for (const row of broken) {
          const isOneCharacter = [...new Intl.Segmenter().segment(row.trimEnd())].length === 1;
          if (!isOneCharacter) expect(measure(row.trimEnd())).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
