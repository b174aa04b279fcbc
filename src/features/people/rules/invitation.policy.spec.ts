import { describe, expect, it } from 'vitest';
import {
  hashInvitationToken,
  invitationState,
  newInvitationToken,
  secondsUntilResend,
} from './invitation.policy.js';

const NOW = new Date('2026-11-27T02:00:00.000Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

// people 3.2
describe('the state of an invitation', () => {
  it.each([
    ['pending', null, null, at(0.001)],
    ['expired', null, null, at(0)],
    ['expired', null, null, at(-1)],
    ['accepted', at(-5), null, at(-1)],
    ['withdrawn', null, at(-5), at(100)],
    ['withdrawn', null, at(-5), at(-1)],
  ] as const)('is %s', (state, accepted, withdrawn, expires) => {
    const dates = { accepted_at: accepted, withdrawn_at: withdrawn, expires_at: expires };
    expect(invitationState(dates, NOW)).toBe(state);
  });
});

// people 3.6
describe('sending an invitation again', () => {
  it.each([
    [at(0), 300],
    [at(-1), 299],
    [at(-299.5), 1],
    [at(-300), 0],
    [at(-90_000), 0],
  ])('after %s waits for %i seconds', (sentAt, seconds) => {
    expect(secondsUntilResend(sentAt, NOW)).toBe(seconds);
  });
});

// people 3.3
describe('the token of an invitation', () => {
  it('has 256 bits in characters that a link carries as they are, and is another one each time', () => {
    const tokens = new Set(Array.from({ length: 100 }, newInvitationToken));
    expect(tokens.size).toBe(100);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    }
  });

  it('is stored as a hash that takes the secret of the server', () => {
    const hash = hashInvitationToken(Buffer.alloc(32, 1), 'a-token');
    expect(hash).toHaveLength(32);
    expect(hash).toEqual(hashInvitationToken(Buffer.alloc(32, 1), 'a-token'));
    expect(hash).not.toEqual(hashInvitationToken(Buffer.alloc(32, 2), 'a-token'));
    expect(hash).not.toEqual(hashInvitationToken(Buffer.alloc(32, 1), 'b-token'));
  });
});
