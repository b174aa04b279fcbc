import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawable } from './drawable-text.policy.js';

// A font with Latin, Greek, Cyrillic, Hebrew and Arabic letters, their marks, digits and
// punctuation.
const LETTERS =
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\u0300-\u036F\u064B-\u0652]/u;
const draws = (codePoint: number): boolean =>
  (codePoint >= 0x20 && codePoint < 0x7f) ||
  [0xa0, 0xa9, 0x200c, 0x200d, 0x2014, 0x20ac, 0x260e].includes(codePoint) ||
  LETTERS.test(String.fromCodePoint(codePoint));

const shown = (text: string): string => drawable(text, draws).text;

describe('drawable', () => {
  it.each([
    ['plain words', 'How can I help you today?'],
    ['accents', 'Renée Müller-Łukasz'],
    ['other alphabets', 'Καλημέρα, Здравствуйте'],
    ['right-to-left words', 'שלום and مرحبا'],
    ['a joiner in a word', 'می\u200Cخواهم'],
    ['signs', 'for 5 € — really'],
    ['signs that are emoji only where they say so', '© ☎ 1 # *'],
  ])('leaves %s as they are', (_, text) => {
    expect(drawable(text, draws)).toEqual({ text, replaced: 0 });
  });

  it.each([
    ['an emoji', 'Thanks 👍!', 'Thanks [emoji]!'],
    ['several of them', '👍😀 🎉  👏', '[emoji]'],
    ['one of a colour', '👍🏽', '[emoji]'],
    ['a family', '👩‍👩‍👧‍👦', '[emoji]'],
    ['a pair with a heart', '👩‍❤️‍👨', '[emoji]'],
    ['a flag', 'in 🇦🇺 now', 'in [emoji] now'],
    ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '[emoji]'],
    ['a boxed digit', 'press 1️⃣', 'press [emoji]'],
    ['a sign that asks to be one', '☎️', '[emoji]'],
  ])('says that there was %s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    ['a script without spaces', '你好，请问星期二有空吗？', '[not shown]'],
    ['words of it among others', 'Wang 王 said 你好', 'Wang [not shown] said [not shown]'],
    ['several words of it', 'ขอบ คุณ มาก', '[not shown]'],
    ['a word with one letter of it', 'He said ہیلو to me', 'He said [not shown] to me', /ہ|ی/],
    ['both kinds', '你好 👍 你好', '[not shown] [emoji] [not shown]'],
    ['a sign without a letter', 'a \uFFFD b', 'a [not shown] b'],
    ['private characters', '\uE000\u{F0000}', '[not shown]'],
  ])('says that it cannot show %s', (_, text, expected, ...missing) => {
    const [without] = missing;
    const font = (codePoint: number): boolean =>
      draws(codePoint) && !(without instanceof RegExp && without.test(String.fromCodePoint(codePoint)));
    expect(drawable(text, font).text).toBe(expected);
  });

  it('counts what it replaced', () => {
    expect(drawable('你好 and 👍 and 👍', draws).replaced).toBe(3);
  });

  it('drops what has no sign on purpose', () => {
    expect(shown('so\u00ADft a\uFE0Fb \u200Bx\u2060y \u200E1\u200F')).toBe('soft ab xy 1');
  });

  it('makes one blank of any spaces but the one that holds words together', () => {
    expect(shown('a\u2003\u3000 b\t\n c\u00A0d')).toBe('a b c\u00A0d');
  });

  it('puts letters and their accents together', () => {
    expect(shown('e\u0301')).toBe('é');
  });

  it('limits the marks on a letter', () => {
    expect(shown(`x${'\u0336'.repeat(500)}`)).toBe(`x${'\u0336'.repeat(4)}`);
    expect(shown(`ب${'\u200C'.repeat(500)}`)).toBe(`ب${'\u200C'.repeat(4)}`);
  });

  it('gives signs that can be drawn and nothing else, whatever was said', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const sign of shown(text)) expect(draws(sign.codePointAt(0)!)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives back what it made', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(shown(shown(text))).toBe(shown(text));
      }),
      { numRuns: 2000 },
    );
  });
});
