import { describe, expect, it } from 'vitest';
import { reachedLimit, type CallsSoFar, type StopRule } from './stop-rule.policy.js';

const NOW = new Date('2026-10-31T04:12:09.000Z');
const rule = (over: Partial<StopRule> = {}): StopRule => ({
  failed_share: 10,
  escalation_share: null,
  abandoned_share: 25,
  min_calls: 20,
  ...over,
});
const calls = (count: number, over: Partial<CallsSoFar> = {}): CallsSoFar => ({
  calls: count,
  failed: 0,
  escalated: 0,
  abandoned: 0,
  ...over,
});

// workspace 15.12
describe('the rule that takes a staged release back', () => {
  it.each<[string, CallsSoFar, string | null]>([
    ['no call', calls(0), null],
    ['one call fewer than it asks for, all failed', calls(19, { failed: 19 }), null],
    ['as many as it asks for, one below the limit', calls(20, { failed: 1 }), null],
    ['the limit', calls(20, { failed: 2 }), 'failed_share'],
    ['one call below the limit of many', calls(1000, { failed: 99 }), null],
    ['the limit of many', calls(1000, { failed: 100 }), 'failed_share'],
    ['a share without a limit', calls(20, { escalated: 20 }), null],
    ['another share', calls(20, { abandoned: 5 }), 'abandoned_share'],
    ['two limits at once', calls(20, { failed: 2, abandoned: 5 }), 'failed_share'],
  ])('%s', (_, so, expected) => {
    expect(reachedLimit(rule(), so, NOW)?.rule ?? null).toBe(expected);
  });

  it.each([29, 57, 58, 100])('reaches %i percent with as many of 100 calls', (limit) => {
    const only = rule({ failed_share: limit });
    expect(reachedLimit(only, calls(100, { failed: limit }), NOW)).not.toBeNull();
    expect(reachedLimit(only, calls(100, { failed: limit - 1 }), NOW)).toBeNull();
  });

  it('keeps the figures as evidence', () => {
    expect(reachedLimit(rule(), calls(62, { failed: 22 }), NOW)).toEqual({
      rule: 'failed_share',
      limit: 10,
      share: 35.48,
      calls: 62,
      counted: 22,
      checked_at: '2026-10-31T04:12:09.000Z',
    });
  });
});
