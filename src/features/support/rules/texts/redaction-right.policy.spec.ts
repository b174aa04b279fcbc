import { expect, it } from 'vitest';
import { UNPROVEN } from '../../../../core/shared/auth-context.js';
import type { PortalRole } from '../../../../core/shared/roles.js';
import { mayRedact } from './redaction-right.policy.js';

const WRITTEN = new Date('2026-10-31T04:00:00.000Z');

// support 4.3
it.each<[PortalRole, own: boolean, ownLater: boolean, others: boolean]>([
  ['partner_admin', true, false, false],
  ['partner_user', true, false, false],
  ['client_admin', true, true, true],
  ['client_manager', true, false, false],
  ['client_staff', true, false, false],
  ['service_admin', true, true, true],
  ['service_operator', true, true, true],
])(
  '%s redacts an own comment within 15 minutes: %s, later: %s, of others: %s',
  (scope, own, later, others) => {
    const by = {
      scope,
      principal: { kind: 'bearer', id: 'p-1', organisationId: null, ...UNPROVEN },
    } as const;
    const after = (author: string, ms: number): boolean =>
      mayRedact(by, { author, createdAt: WRITTEN }, new Date(WRITTEN.getTime() + ms));
    expect([after('p-1', 900_000), after('p-1', 900_001), after('p-2', 0)]).toEqual([own, later, others]);
  },
);
