import { describe, expect, it } from 'vitest';
import { inWords, timeLeft } from './deadline.js';

describe('the time of a form', () => {
  it.each([
    [900_000, { kind: 'minutes', minutes: 15 }],
    [120_000, { kind: 'minutes', minutes: 2 }],
    [119_999, { kind: 'minutes', minutes: 1 }],
    [60_000, { kind: 'minutes', minutes: 1 }],
    [59_999, { kind: 'last-minute' }],
    [1, { kind: 'last-minute' }],
    [0, { kind: 'over' }],
    [-1, { kind: 'over' }],
  ])('%d ms before its end', (left, expected) => {
    expect(timeLeft(1_000_000 + left, 1_000_000)).toEqual(expected);
  });

  it('is said in the words of the language', () => {
    expect(inWords(1, 'en')).toBe('1 minute');
    expect(inWords(9, 'de-AT')).toBe('9 Minuten');
    expect(inWords(3, 'ar')).toMatch(/دقائق/);
    expect(inWords(3, 'not a locale')).toBe('3 min');
  });
});
