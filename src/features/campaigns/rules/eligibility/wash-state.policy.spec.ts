import { describe, expect, it } from 'vitest';
import { washState } from './wash-state.policy.js';

const DAY = 86_400_000;
const now = new Date('2026-11-22T00:00:00.000Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);
const record = { washedAt: ago(DAY), validUntil: ago(-DAY), numbersSubmitted: 3 };

// campaigns 7.5
describe('the state of a wash', () => {
  it.each([
    ['none', null, 3],
    ['valid', record, 3],
    ['valid', { ...record, washedAt: ago(30 * DAY - 1) }, 3],
    ['stale', { ...record, washedAt: ago(30 * DAY) }, 3],
    ['valid', { ...record, validUntil: ago(-1) }, 3],
    ['expired', { ...record, validUntil: now }, 3],
    ['count_mismatch', record, 2],
    ['count_mismatch', record, 4],
    ['stale', { ...record, washedAt: ago(31 * DAY), validUntil: ago(DAY) }, 4],
    ['expired', { ...record, validUntil: ago(1) }, 4],
    ['none', null, 0],
  ] as const)('is %s', (expected, wash, contacts) => {
    expect(washState(wash, contacts, 30 * DAY, now)).toBe(expected);
  });
});
