import { describe, expect, it } from 'vitest';
import { sessionStatus } from './session-status.policy.js';

const END = new Date('2026-11-20T10:05:00.000Z');
const before = new Date('2026-11-20T10:04:59.999Z');

// direct-input 5.1
describe('what a runtime is told of a session', () => {
  it.each([
    ['open', before, 'open'],
    ['received', before, 'received'],
    ['closed', before, 'closed'],
    ['open', END, 'expired'],
    ['received', END, 'expired'],
    ['closed', END, 'closed'],
  ] as const)('%s at %s: %s', (status, now, told) => {
    expect(sessionStatus(status, END, now)).toBe(told);
  });
});
