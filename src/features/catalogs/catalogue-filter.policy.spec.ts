import { describe, expect, it } from 'vitest';
import { isLanguageTag, isWithinLanguage } from './catalogue-filter.policy.js';

// catalogs 1.5
describe('a language to filter by', () => {
  it.each(['en', 'EN', 'en-AU', 'en-au', 'zh-Hans', 'zh-Hans-CN', 'es-419', 'yue'])('may be %s', (tag) => {
    expect(isLanguageTag(tag)).toBe(true);
  });

  it.each(['', 'e', 'english', 'en_AU', 'en-', '-AU', 'en-AUS', 'en-AU-x-twain', 'en AU', 'en%', '*'])(
    'may not be %j',
    (tag) => {
      expect(isLanguageTag(tag)).toBe(false);
    },
  );

  it.each([
    ['en', 'en-AU', true],
    ['EN', 'en-AU', true],
    ['en-au', 'en-AU', true],
    ['en-GB', 'en-AU', false],
    ['en-AU', 'en', false],
    ['e', 'en-AU', false],
    ['zh', 'zh-CN', true],
    ['fr', 'en-AU', false],
  ])('%s takes %s: %s', (range, tag, expected) => {
    expect(isWithinLanguage(range, tag)).toBe(expected);
  });
});
