import { describe, expect, it } from 'vitest';
import { isStillDue, nextFetchAt } from './refresh.policy.js';

const FROM = new Date('2026-11-30T10:00:00.000Z');

// knowledge 4.1
describe('the next fetch of a page', () => {
  it.each([
    ['none', null],
    ['daily', '2026-12-01T10:00:00.000Z'],
    ['weekly', '2026-12-07T10:00:00.000Z'],
  ] as const)('with %s is at %s', (refresh, at) => {
    expect(nextFetchAt(refresh, FROM)?.toISOString() ?? null).toBe(at);
  });

  it.each([
    [FROM, true],
    [new Date('2026-11-30T10:00:00.001Z'), false],
    [null, false],
  ])('that was planned is still due if the source says %s: %s', (next, expected) => {
    expect(isStillDue(FROM.toISOString(), next)).toBe(expected);
  });
});
