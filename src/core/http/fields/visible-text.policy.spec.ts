import { describe, expect, it } from 'vitest';
import { HIDDEN, ONE_LINE, VISIBLE } from './visible-text.policy.js';

const UNSEEN = [
  ...[
    ' ',
    '\t',
    '\u00a0',
    '\u3000',
    '\u200b',
    '\u200e',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u034f',
    '\u115f',
    '\u2800',
    '\u3164',
  ],
  ...['\uffa0', '\ufe0f', '\u0301', '\u{e0041}', '\u{1d159}', '\u202e'],
];

// requests 4.7
describe('a text shows something', () => {
  it.each([
    'a',
    'é',
    'e\u0301',
    '7',
    '-',
    '💬',
    '李',
    'مرحبا',
    ' a ',
    'نمی\u200cخواهم',
    '👩\u200d🔬',
    '❤\ufe0f',
    '葛\u{e0100}',
  ])('as %s', (text) => {
    expect([VISIBLE.test(text), ONE_LINE.test(text)]).toEqual([true, true]);
  });

  it.each([...UNSEEN, UNSEEN.join(''), ''])('not as %j', (text) => {
    expect([VISIBLE.test(text), ONE_LINE.test(text)]).toEqual([false, false]);
  });
});

// requests 4.11
describe('a text hides nothing', () => {
  it.each([
    ...[
      '\u200b',
      '\u200e',
      '\u200f',
      '\u061c',
      '\u202a',
      '\u202e',
      '\u2066',
      '\u2069',
      '\u2060',
      '\ufeff',
      '\u00ad',
    ],
    ...['\u034f', '\u3164', '\u2028', '\u2029', '\ufff9', '\u{e0041}', '\u200d', '\u200c'],
  ])('as %j between letters, at the beginning and at the end', (hidden) => {
    for (const text of [`Ac${hidden}me`, `${hidden}Acme`, `Acme${hidden}`])
      expect([HIDDEN.test(text), ONE_LINE.test(text), VISIBLE.test(text)]).toEqual([true, false, true]);
  });
});
