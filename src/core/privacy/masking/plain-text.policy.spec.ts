import { describe, expect, it } from 'vitest';
import { plainText, UNSEEN } from './plain-text.policy.js';

const codePoints = (): string[] => {
  const all: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) all.push(String.fromCodePoint(code));
  return all;
};

describe('plainText', () => {
  it.each([
    ['full-width', '０１２３４５６７８９'],
    ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
    ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
    ['Devanagari', '०१२३४५६७८९'],
    ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
    ['mathematical', '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡'],
    ['mathematical, in the middle of five rows of digits', '𝟬𝟭𝟮𝟯𝟰𝟱𝟲𝟳𝟴𝟵'],
    ['superscript', '⁰¹²³⁴⁵⁶⁷⁸⁹'],
    ['circled', '⓪①②③④⑤⑥⑦⑧⑨'],
    ['circled, white on black', '⓿❶❷❸❹❺❻❼❽❾'],
    ['circled twice', '⓿⓵⓶⓷⓸⓹⓺⓻⓼⓽'],
    ['circled, without serifs', '🄋➀➁➂➃➄➅➆➇➈'],
    [
      'a script right after the digits of another',
      '\u{116DA}\u{116DB}\u{116DC}\u{116DD}\u{116DE}\u{116DF}\u{116E0}\u{116E1}\u{116E2}\u{116E3}',
    ],
  ])('reads %s digits', (_, digits) => {
    expect(plainText(digits)).toBe('0123456789');
  });

  // Fails if phrase ligatures are expanded: a text of 20,000 of them blocked the event loop for 80
  // ms.
  it('makes no text more than six times as long', () => {
    expect(codePoints().filter((sign) => plainText(sign).length > 6 * sign.length)).toEqual([]);
  });

  it('leaves no decimal digit of any script as it was', () => {
    const digits = codePoints().filter((sign) => /\p{Nd}/u.test(sign));
    expect(digits.length).toBeGreaterThan(600);
    expect(digits.filter((sign) => !/^[0-9]$/.test(plainText(sign)))).toEqual([]);
    // Every script has ten of each.
    const counts = Map.groupBy(digits, plainText);
    expect(new Set([...counts.values()].map((signs) => signs.length)).size).toBe(1);
  });

  it.each(['-', '‐', '‑', '‒', '–', '—', '―', '－', '﹣', '−', '⸺'])('reads %s as a hyphen', (dash) => {
    expect(plainText(`a${dash}b`)).toMatch(/^a-+b$/);
  });

  it.each([
    ['a zero-width space', '\u200B'],
    ['a zero-width joiner', '\u200D'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\uFEFF'],
    ['a soft hyphen', '\u00AD'],
    ['a direction mark', '\u202E'],
    ['a variation selector', '\uFE0F'],
    ['a tag', '\u{E0031}'],
    ['a combining accent', '\u0332'],
    ['a keycap', '\u20E3'],
    ['a Hangul filler', '\u3164'],
    ['an empty braille cell', '\u2800'],
    ['a NUL', '\0'],
    ['half a surrogate pair', '\uD800'],
    ['a private character', '\uE000'],
  ])('marks %s as unseen', (_, sign) => {
    expect(plainText(`1${sign}2`)).toBe(`1${UNSEEN}2`);
  });

  it.each(['Booked for 3 pm.', 'zwei\nZeilen\tmit Tab', '東京 (café)', '🙂'])(
    'leaves %j unchanged',
    (text) => {
      expect(plainText(text)).toBe(text);
    },
  );
});
