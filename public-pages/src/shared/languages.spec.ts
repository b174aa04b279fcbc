import { describe, expect, it } from 'vitest';
import { TEXTS } from '../direct-input/texts.js';
import { directionOf, languageOf } from './languages.js';

describe('the language of a page', () => {
  it.each([
    ['en-AU', 'en', 'ltr'],
    ['de', 'de', 'ltr'],
    ['de-AT', 'de', 'ltr'],
    ['ar-EG', 'ar', 'rtl'],
    ['AR', 'ar', 'rtl'],
    ['fr-CA', 'en', 'ltr'],
    ['', 'en', 'ltr'],
    ['constructor', 'en', 'ltr'],
  ])('for %j is %s, written %s', (locale, language, direction) => {
    expect(languageOf(locale, TEXTS)).toBe(language);
    expect(directionOf(language)).toBe(direction);
  });

  it.each(['de', 'ar'] as const)('has the places of the English texts: %s', (language) => {
    const placesOf = (texts: object): [string, string[]][] =>
      Object.entries(texts).map(([key, text]) => [key, (String(text).match(/\{\w+\}/g) ?? []).sort()]);
    expect(placesOf(TEXTS[language])).toEqual(placesOf(TEXTS.en));
  });
});
