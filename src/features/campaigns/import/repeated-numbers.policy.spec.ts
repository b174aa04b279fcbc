import { expect, it } from 'vitest';
import { repeatedNumbers, type NumberOwner } from './repeated-numbers.policy.js';

const hash = (name: string): Buffer => Buffer.from(name);
/**
 * `a=1`: the contact a with the number 1. Among contacts that had it before, `!` marks a repeated
 * number.
 */
const parsed = (text: string): [string, string] => text.replace('!', '').split('=') as [string, string];
const incoming = (...contacts: readonly string[]) =>
  contacts.map((text) => {
    const [contactId, number] = parsed(text);
    return { contactId, phoneHashes: [hash(`old ${number}`), hash(number)] };
  });
const holders = (...contacts: readonly string[]): NumberOwner[] =>
  contacts.map((text) => {
    const [contactId, number] = parsed(text);
    return { contactId, phoneHash: hash(number).toString('hex'), repeatsNumber: text.endsWith('!') };
  });

// campaigns 4.17
it.each([
  ['the first of an import alone is none', ['a=1', 'b=1', 'c=2', 'd=1'], [], ['b', 'd']],
  ['one of a number that the campaign has is', ['a=1', 'b=2'], ['x=1'], ['a']],
  ['also where that was kept under an older key', ['a=1'], ['x=old 1'], ['a']],
  ['one that keeps its number stays as it was', ['a=1', 'b=1'], ['a=1', 'b=1!'], ['b']],
  ['one that changes to a number that is taken is', ['a=2'], ['x=2'], ['a']],
  ['one that changes to a number that is free is none', ['a=2'], [], []],
  ['two that change numbers with each other are none', ['a=2', 'b=1'], ['a=1', 'b=2'], []],
  ['a new one of a number that was left to a repetition is', ['a=2', 'c=1'], ['a=1', 'b=1!'], ['c']],
] as const)('%s', (_, sent, known, expected) => {
  expect([...repeatedNumbers(incoming(...sent), holders(...known))]).toEqual(expected);
});
