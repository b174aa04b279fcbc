import { describe, expect, it } from 'vitest';
import { spellingsOf, wordsOf } from './words.policy.js';

describe('words of a text', () => {
  // knowledge 6.1
  it.each<[string, readonly string[]]>([
    ['', []],
    ['…', []],
    ['Where can I PARK?', ['where', 'can', 'i', 'park']],
    ['Öffnungszeiten: 9–17 Uhr', ['offnungszeiten', '9', '17', 'uhr']],
    ['Monday/Tuesday, 3.50 €', ['monday', 'tuesday', '3', '50']],
    ['Cafe\u0301 café', ['cafe', 'cafe']],
    ['ﬁx №5', ['fix', 'no5']],
    ['مُحَمَّد', ['محمد']],
    ['营业时间', ['营业', '业时', '时间']],
    ['我', ['我']],
    ['WiFi密码123', ['wifi', '密码', '123']],
    ['営業 時間', ['営業', '時間']],
    ['x'.repeat(64), ['x'.repeat(64)]],
    ['x'.repeat(65), []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are known by their spelling, with accents', () => {
    expect([...spellingsOf('Für  Über 营业时间 fur')].toSorted()).toEqual([
      ['fur', 'für'],
      ['uber', 'über'],
      ['业时', '营业时间'],
      ['时间', '营业时间'],
      ['营业', '营业时间'],
    ]);
  });
});
