import { describe, expect, it } from 'vitest';
import { endOf, isUseDue, renewalOf } from './session-times.policy.js';

const T0 = Date.parse('2026-03-02T09:00:00Z');
const at = (minutes: number, ms = 0): Date => new Date(T0 + minutes * 60_000 + ms);

// portal-sessions 3.1, 3.3
describe('the end of a session', () => {
  it.each([
    ['30 minutes after its last use', 0, 10, 60, true, 40],
    ['12 hours after it began, in use or not', 0, 715, 800, true, 720],
    ['with its token where that cannot be renewed', 0, 10, 15, false, 15],
    ['before a token that outlives it', 0, 10, 600, false, 40],
  ])('is %s', (_, created, seen, token, isRenewable, end) => {
    const times = { createdAt: at(created), lastSeenAt: at(seen), tokenEndsAt: at(token), isRenewable };
    expect(endOf(times)).toEqual(at(end));
  });
});

// portal-sessions 3.1
it('notes the use of a session once a minute', () => {
  expect([isUseDue(at(0), at(0, 59_999)), isUseDue(at(0), at(1))]).toEqual([false, true]);
});

// portal-sessions 3.2
describe('an access token', () => {
  it.each([
    ['a minute and more before its end', 60, 58, 'none'],
    ['a minute before its end', 60, 59, 'soon'],
    ['at its end', 60, 60, 'now'],
    ['after its end', 60, 90, 'now'],
    ['of one minute, at its beginning', 1, 0, 'none'],
    ['of one minute, at its half', 1, 0.5, 'soon'],
  ])('%s (%s minutes long, at %s) is renewed: %s', (_, life, now, expected) => {
    const times = { tokenGivenAt: at(0), tokenEndsAt: at(life) };
    expect(renewalOf(times, at(now))).toBe(expected);
  });
});
