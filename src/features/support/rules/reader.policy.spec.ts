import { describe, expect, it } from 'vitest';
import { UNPROVEN } from '../../../core/shared/auth-context.js';
import { PORTAL_ROLES, type PortalRole } from '../../../core/shared/roles.js';
import { readerOf, seesComment, seesTicket, sideOf, type TicketFacts } from './reader.policy.js';

const readerIn = (scope: PortalRole, assigned: readonly string[] = []) =>
  readerOf({ scope, principal: { kind: 'bearer', id: 'p-1', organisationId: null, ...UNPROVEN } }, assigned);

const foreign: TicketFacts = { category: 'question', projectId: 'desk', takesPart: false };
const own: TicketFacts = { ...foreign, takesPart: true };
const secret: TicketFacts = { ...own, category: 'privacy' };

// support 2.2, 2.3
describe('who sees a ticket', () => {
  it.each<[PortalRole, others: boolean, own: boolean, privacy: boolean]>([
    ['partner_admin', true, true, false],
    ['partner_user', false, true, false],
    ['client_admin', true, true, true],
    ['client_manager', true, true, true],
    ['client_staff', false, true, true],
    ['service_admin', true, true, true],
    ['service_operator', true, true, true],
  ])('%s: of others %s, own %s, privacy %s', (role, others, takesPart, privacy) => {
    const reader = readerIn(role);
    expect([seesTicket(reader, foreign), seesTicket(reader, own), seesTicket(reader, secret)]).toEqual([
      others,
      takesPart,
      privacy,
    ]);
  });

  it('a partner_user sees those of assigned projects, and none without a project', () => {
    const reader = readerIn('partner_user', ['desk']);
    expect(seesTicket(reader, foreign)).toBe(true);
    expect(seesTicket(reader, { ...foreign, projectId: 'other' })).toBe(false);
    expect(seesTicket(reader, { ...foreign, projectId: null })).toBe(false);
    expect(seesTicket(reader, { ...foreign, category: 'privacy' })).toBe(false);
  });

  it('the projects of client_staff widen nothing', () => {
    expect(seesTicket(readerIn('client_staff', ['desk']), foreign)).toBe(false);
  });
});

// support 2.4
it('internal comments and the side of staff are for internal roles alone', () => {
  for (const role of PORTAL_ROLES) {
    const isStaff = role === 'service_admin' || role === 'service_operator';
    expect([role, sideOf({ scope: role })]).toEqual([role, isStaff ? 'staff' : 'customer']);
    expect([role, seesComment(readerIn(role), 'internal')]).toEqual([role, isStaff]);
    expect(seesComment(readerIn(role), 'public')).toBe(true);
  }
});
