import { describe, expect, it } from 'vitest';
import { keptSince, notifiedSince } from '../rules/kept-notices.js';
import { unreadAfter } from './bell.policy.js';

const NOW = new Date('2026-11-29T10:00:00Z');

// email-routing 7.5
describe('notices are unread', () => {
  it.each([
    ['after the mark', new Date('2026-09-01T00:00:00Z'), '2026-09-01T00:00:00.000Z'],
    ['after a week ago, where there is no mark', null, '2026-11-22T10:00:00.000Z'],
  ])('%s', (_, mark, after) => {
    expect(unreadAfter(mark, NOW).toISOString()).toBe(after);
  });
});

// email-routing 7.6
describe('notices are kept', () => {
  it('for a day longer than their cause may be told', () => {
    expect([notifiedSince(NOW), keptSince(NOW)].map((it) => it.toISOString().slice(0, 10))).toEqual([
      '2026-08-31',
      '2026-08-30',
    ]);
  });
});
