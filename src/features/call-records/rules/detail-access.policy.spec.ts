import { describe, expect, it } from 'vitest';
import { UNPROVEN } from '../../../core/shared/auth-context.js';
import { opensDetail } from './detail-access.policy.js';
import { SCOPES } from '../../../core/shared/roles.js';

describe('opening a call from a list (calls 5.4)', () => {
  const session = { kind: 'bearer', id: 'user', organisationId: null, ...UNPROVEN } as const;
  const key = {
    kind: 'api_key',
    id: 'key',
    description: '',
    createdBy: 'admin',
    expiresAt: null,
    organisationId: null,
  } as const;

  it.each(SCOPES)('by a %s session', (scope) => {
    expect(opensDetail({ scope, principal: session })).toBe(
      ['client_admin', 'partner_admin'].includes(scope),
    );
  });

  it.each(SCOPES)('never by a %s key', (scope) => {
    expect(opensDetail({ scope, principal: key })).toBe(false);
  });

  it('never by the system itself', () => {
    expect(opensDetail({ scope: 'system', principal: { kind: 'system', id: 'worker' } })).toBe(false);
  });
});
