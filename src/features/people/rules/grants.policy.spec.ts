import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../core/kernel/roles.js';
import { ADMINISTRATORS, grantableRole, grantableRoles, leavesNoAdministrator } from './grants.policy.js';
import type { RoleState } from './grants.policy.js';

const PARTNERS = ['partner_admin', 'partner_user'];
const CUSTOMERS = ['client_admin', 'client_manager', 'client_staff'];

// people 2.1
describe('the roles that a caller may give', () => {
  it('are those of the own kind for the two administrators, and none for all others', () => {
    const given = Object.fromEntries([...SCOPES, 'system' as const].map((it) => [it, grantableRoles(it)]));
    expect(given).toEqual({
      ...Object.fromEntries([...SCOPES, 'system'].map((it) => [it, []])),
      partner_admin: PARTNERS,
      client_admin: CUSTOMERS,
    });
    expect(ADMINISTRATORS).toEqual(['partner_admin', 'client_admin']);
  });

  it.each([
    ['client_admin', 'client_staff', 'client_staff'],
    ['client_admin', 'client_admin', 'client_admin'],
    ['client_admin', 'partner_user', null],
    ['client_admin', 'service_admin', null],
    ['client_admin', 'CLIENT_STAFF', null],
    ['client_admin', 'owner', null],
    ['client_admin', 'read-only', null],
    ['partner_admin', 'partner_user', 'partner_user'],
    ['partner_admin', 'client_staff', null],
    ['client_manager', 'client_staff', null],
    ['service_admin', 'client_staff', null],
  ] as const)('of %s: %s is %s', (scope, name, role) => {
    expect(grantableRole(scope, name)).toBe(role);
  });
});

// people 2.4
describe('the last administrator', () => {
  const admin: RoleState = { role: 'client_admin', active: true };
  const staff: RoleState = { role: 'client_staff', active: true };
  const ended: RoleState = { role: 'client_admin', active: false };

  it.each<[string, RoleState, RoleState, number, boolean]>([
    ['loses the role', admin, staff, 0, true],
    ['is deactivated', admin, ended, 0, true],
    ['loses the role beside another one', admin, staff, 1, false],
    ['is deactivated beside another one', admin, ended, 1, false],
    ['keeps the role', admin, admin, 0, false],
    ['was deactivated before', ended, ended, 0, false],
    ['comes back', ended, admin, 0, false],
    ['never was one', staff, { role: 'client_staff', active: false }, 0, false],
  ])('%s', (_, before, after, otherAdministrators, expected) => {
    expect(leavesNoAdministrator('client_admin', { before, after, otherAdministrators })).toBe(expected);
  });

  it('is one of the kind of the person who makes the change', () => {
    const before: RoleState = { role: 'partner_admin', active: true };
    const after: RoleState = { role: 'partner_user', active: true };
    expect(leavesNoAdministrator('partner_admin', { before, after, otherAdministrators: 0 })).toBe(true);
    expect(leavesNoAdministrator('client_admin', { before, after, otherAdministrators: 0 })).toBe(false);
  });
});
