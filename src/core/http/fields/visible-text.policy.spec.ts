import { describe, expect, it } from 'vitest';
import { ONE_LINE, VISIBLE } from './visible-text.policy.js';

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
  it.each(['a', 'é', 'e\u0301', '7', '-', '💬', '李', 'مرحبا', ' a ', '\u200ba'])('as %s', (text) => {
    expect([VISIBLE.test(text), ONE_LINE.test(text)]).toEqual([true, true]);
  });

  it.each([...UNSEEN, UNSEEN.join(''), ''])('not as %j', (text) => {
    expect([VISIBLE.test(text), ONE_LINE.test(text)]).toEqual([false, false]);
  });
});
