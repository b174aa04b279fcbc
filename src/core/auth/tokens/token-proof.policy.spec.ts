import { describe, expect, it } from 'vitest';
import { UNPROVEN } from '../../shared/auth-context.js';
import { proofOf } from './token-proof.policy.js';

const AT = Date.UTC(2026, 4, 4, 9, 0, 0);
const OWN = {
  auth_time: AT / 1000,
  amr: ['pwd', 'otp'],
  connection_id: 'connection',
  break_glass_id: 'use',
  client_id: 'acme',
  sid: 'session',
};

// access 2.10
describe('how a person proved who they are', () => {
  it('is read from a token of the service', () => {
    expect(proofOf(OWN, true)).toEqual({
      proof: {
        authTime: new Date(AT),
        amr: ['pwd', 'otp'],
        connectionId: 'connection',
        breakGlassId: 'use',
        sessionId: 'session',
      },
      onlyClientId: 'acme',
    });
  });

  it('is only time and methods in a token of another issuer', () => {
    expect(proofOf(OWN, false)).toEqual({
      proof: { ...UNPROVEN, authTime: new Date(AT), amr: ['pwd', 'otp'] },
      onlyClientId: null,
    });
  });

  it.each([
    ['no claims', {}],
    ['a time that is not a number', { auth_time: '1777885200' }],
    ['a time beyond all dates', { auth_time: 1e300 }],
    ['methods that are not a list', { amr: 'otp' }],
    ['methods that are not texts', { amr: [1, null, ['otp'], ''] }],
    ['methods with spaces, or too long', { amr: ['o t p', 'x'.repeat(41)] }],
    ['ids that are not texts', { connection_id: 1, break_glass_id: {}, client_id: [], sid: true }],
  ])('is nothing with %s', (_, claims) => {
    expect(proofOf(claims, true)).toEqual({ proof: UNPROVEN, onlyClientId: null });
  });
});
