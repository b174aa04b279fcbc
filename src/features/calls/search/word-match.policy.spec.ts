import { describe, expect, it } from 'vitest';
import { matchWords, searchedWords } from './word-match.policy.js';

describe('words of a search', () => {
  // calls 16.3
  it.each<[string, readonly string[]]>([
    ['Refund', ['refund']],
    ['  Zürich, REFUND refund ', ['zurich', 'refund']],
    ['Zu\u0308rich', ['zurich']],
    ['a of', []],
    ['a refund', ['a', 'refund']],
    ['...', []],
    ['2026', ['2026']],
    [
      'one two three four five six seven eight nine',
      ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'],
    ],
  ])('of %j are %j', (text, words) => {
    expect(searchedWords(text)).toEqual(words);
  });

  // calls 16.3
  it.each<[string, string, boolean]>([
    ['The caller wants a refund.', 'refund', true],
    ['The caller wants a REFUND.', 'ref', true],
    ['The caller wants a refund.', 'fund', false],
    ['The caller wants a refund.', 'caller refund', true],
    ['The caller wants a refund.', 'refund invoice', false],
    ['Termin in Zürich verschieben', 'zurich', true],
    ['Termin in Zu\u0308rich verschieben', 'zürich', true],
    ['', 'refund', false],
  ])('match: %j by %j is %s', (text, asked, isFound) => {
    expect(matchWords(text, searchedWords(asked)) !== null).toBe(isFound);
  });

  it.each<[string, string]>([
    ['A refund, please.', 'A refund, please.'],
    [
      `${'before '.repeat(30)}refund ${'after '.repeat(40)}`,
      `… ${'before '.repeat(7)}refund ${'after '.repeat(17)}…`,
    ],
    ['Line one\nrefund\n\n line three', 'Line one refund line three'],
  ])('are shown in one line of the text around them', (text, excerpt) => {
    expect(matchWords(text, ['refund'])?.excerpt).toBe(excerpt);
  });
});
