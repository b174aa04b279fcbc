import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../core/shared/roles.js';
import { ADMINISTRATORS, grantableRole, grantableRoles, roleLeftEmpty } from './grants.policy.js';
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

// people 2.4, 2.7
describe('the last one of a role', () => {
  const admin: RoleState = { role: 'client_admin', active: true };
  const staff: RoleState = { role: 'client_staff', active: true };
  const ended: RoleState = { role: 'client_admin', active: false };

  it.each<[string, RoleState, RoleState, number, string | null]>([
    ['loses the role', admin, staff, 0, 'client_admin'],
    ['is deactivated', admin, ended, 0, 'client_admin'],
    ['loses the role beside another one', admin, staff, 1, null],
    ['is deactivated beside another one', admin, ended, 1, null],
    ['keeps the role', admin, admin, 0, null],
    ['was deactivated before', ended, ended, 0, null],
    ['comes back', ended, admin, 0, null],
    ['has a role that may be left empty', staff, { role: 'client_staff', active: false }, 0, null],
  ])('%s', (_, before, after, others, expected) => {
    expect(roleLeftEmpty('client_admin', { before, after, others })).toBe(expected);
  });

  const partner: RoleState = { role: 'partner_admin', active: true };
  const user: RoleState = { role: 'partner_user', active: true };

  it.each<[string, RoleState, RoleState, number, string | null]>([
    ['administrator becomes a user', partner, user, 0, 'partner_admin'],
    ['user becomes an administrator', user, partner, 0, 'partner_user'],
    ['user is deactivated', user, { ...user, active: false }, 0, 'partner_user'],
    ['user is deactivated beside another one', user, { ...user, active: false }, 1, null],
  ])('of a partner: %s', (_, before, after, others, expected) => {
    expect(roleLeftEmpty('partner_admin', { before, after, others })).toBe(expected);
    expect(roleLeftEmpty('client_admin', { before, after, others })).toBeNull();
  });
});
