import { describe, expect, it } from 'vitest';
import { sessionStatus } from './session-status.policy.js';

const END = new Date('2026-11-20T10:05:00.000Z');
const LATER = new Date('2026-11-20T10:05:30.000Z');
const before = new Date('2026-11-20T10:04:59.999Z');

// direct-input 5.1
describe('what a runtime sees of a session', () => {
  it.each([
    ['open', null, before, 'open'],
    ['received', null, before, 'received'],
    ['closed', null, before, 'closed'],
    ['open', null, END, 'expired'],
    ['received', null, END, 'expired'],
    ['closed', null, END, 'closed'],
    // After collection, its own minute counts rather than the time of the session.
    ['received', LATER, END, 'received'],
    ['received', END, before, 'received'],
    ['received', LATER, LATER, 'closed'],
    ['received', before, before, 'closed'],
    ['closed', LATER, before, 'closed'],
  ] as const)('%s, collectable until %s, at %s: %s', (status, collectableUntil, now, told) => {
    expect(sessionStatus({ status, expiresAt: END, collectableUntil }, now)).toBe(told);
  });
});
