import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { callerOf, runsStaged } from './staged-release.policy.js';

const hash = (start: string): Buffer => Buffer.from(start.padEnd(64, '0'), 'hex');

// workspace 15.6
describe('whether a call runs the staged version', () => {
  it.each([
    ['the lowest hash', '', 1, true],
    ['a hash of half of them', '80', 50, false],
    ['one just below half of them', '7fffffffffff', 50, true],
    ['one of 99.6 of a hundred', 'ff', 99, false],
    ['one of 98.8 of a hundred', 'fd', 99, true],
    ['one of 1.2 of a hundred', '03', 1, false],
    ['one of 0.8 of a hundred', '02', 1, true],
  ])('by a percentage: %s', (_, start, percent, expected) => {
    const call = { callerHash: hash(start), numberHashes: ['a'] };
    expect(runsStaged({ percent, numberHashes: [] }, call)).toBe(expected);
  });

  it.each([
    ['neither end of it', ['c', 'd'], false],
    ['its first end', ['a', 'd'], true],
    ['its other end', ['c', 'b'], true],
    ['no end that is known', [], false],
  ])('by numbers that name %s', (_, numberHashes, expected) => {
    const share = { percent: null, numberHashes: ['a', 'b'] };
    expect(runsStaged(share, { callerHash: hash(''), numberHashes })).toBe(expected);
  });

  it.each([
    ['+61491570006', 'call-1', '+61491570006'],
    [null, 'call-1', 'call call-1'],
  ])('the caller %s of %s is %s', (number, callId, expected) => {
    expect(callerOf(number, callId)).toBe(expected);
  });
});

// workspace 15.6
describe('the share of 1,000 callers', () => {
  const key = { keyId: 'key-1', key: createSecretKey(Buffer.alloc(32, 7)) };
  const numbers = Array.from({ length: 1000 }, (_, it) => `+6149157${String(it).padStart(4, '0')}`);
  const stagedOnes = (percent: number, release: string): string[] =>
    numbers.filter((number) =>
      runsStaged(
        { percent, numberHashes: [] },
        { callerHash: keyedHash(key, 'staged-caller', `${release} ${number}`), numberHashes: [] },
      ),
    );

  it.each([1, 5, 10, 25, 50, 75, 90, 99])('is within three points of %i percent', (percent) => {
    expect(Math.abs(stagedOnes(percent, 'one').length / 10 - percent)).toBeLessThanOrEqual(3);
  });

  it('grows by callers and loses none', () => {
    const few = stagedOnes(10, 'one');
    const more = new Set(stagedOnes(30, 'one'));
    expect(few.every((number) => more.has(number))).toBe(true);
  });

  it('is drawn again for another release', () => {
    const first = new Set(stagedOnes(50, 'one'));
    const both = stagedOnes(50, 'two').filter((number) => first.has(number)).length;
    expect(Math.abs(both / 10 - 25)).toBeLessThanOrEqual(5);
  });
});
