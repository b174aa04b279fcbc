import { expect, it } from 'vitest';
import { wordsIn } from './ticket-words.policy.js';

// support 5.2
it.each([
  ['Überweisung, ÜBERWEISUNG!', ['uberweisung']],
  ['The caller heard nothing (2 times)', ['the', 'caller', 'heard', 'nothing', '2', 'times']],
  ['…', []],
])('%s has the words %j', (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});
