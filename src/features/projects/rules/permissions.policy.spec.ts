import { describe, expect, it } from 'vitest';
import { UNPROVEN, type AuthContext } from '../../../core/shared/auth-context.js';
import type { ProjectState } from './lifecycle.policy.js';
import { managedOrganisation, permissionsOf } from './permissions.policy.js';
import { SCOPES, type Scope } from '../../../core/shared/roles.js';

const tenant = { clientId: 'client', dataEnv: 'prod' } as const;

const session = (scope: Scope, organisationId: string | null = null): AuthContext => ({
  ...tenant,
  scope,
  principal: { kind: 'bearer', id: 'person', organisationId, ...UNPROVEN },
});

const key = (scope: Scope): AuthContext => ({
  ...tenant,
  scope,
  principal: {
    kind: 'api_key',
    id: 'key',
    description: 'a key',
    createdBy: 'admin',
    expiresAt: null,
    organisationId: null,
  },
});

const CALLERS = {
  'partner_admin with membership': session('partner_admin', 'organisation'),
  'partner_admin without membership': session('partner_admin'),
  'partner_admin key': key('partner_admin'),
  'partner_user with membership': session('partner_user', 'organisation'),
  'partner_user key': key('partner_user'),
  service_admin: session('service_admin'),
  service_operator: session('service_operator'),
};

/** Written like the answer: create, edit, archive, restore, manage assignments. */
const NOTHING = [false, false, false, false, false];
type Row = [keyof typeof CALLERS, ProjectState, boolean[], string | null];

const TABLE: Row[] = [
  ['partner_admin with membership', 'setup', [true, true, true, false, true], null],
  ['partner_admin with membership', 'active', [true, true, true, false, true], null],
  ['partner_admin with membership', 'archived', [true, false, false, true, false], 'project_archived'],
  ['partner_admin without membership', 'active', [true, true, true, false, false], null],
  ['partner_admin key', 'active', [true, true, true, false, false], null],
  ['partner_admin key', 'archived', [true, false, false, true, false], 'project_archived'],
  ['partner_user with membership', 'active', NOTHING, 'role_read_only'],
  ['partner_user with membership', 'archived', NOTHING, 'role_read_only'],
  ['partner_user key', 'setup', NOTHING, 'role_read_only'],
  ['service_admin', 'active', NOTHING, 'role_read_only'],
  ['service_operator', 'archived', NOTHING, 'role_read_only'],
];

// projects 3.5
describe('permissions', () => {
  it.each(TABLE)('of a %s on a project in %s', (caller, state, allowed, reason) => {
    const [create, edit, archive, restore, assign] = allowed;
    expect(permissionsOf(CALLERS[caller], state)).toEqual({
      can_create: create,
      can_edit: edit,
      can_archive: archive,
      can_restore: restore,
      can_manage_assignments: assign,
      read_only_reason: reason,
    });
  });

  it('say why exactly when the project cannot be edited', () => {
    for (const caller of Object.values(CALLERS)) {
      for (const state of ['setup', 'active', 'archived'] as const) {
        const { can_edit, read_only_reason } = permissionsOf(caller, state);
        expect(read_only_reason === null).toBe(can_edit);
      }
    }
  });
});

describe('the organisation people are assigned for', () => {
  it('is that of a signed-in partner_admin and of nobody else', () => {
    const others = SCOPES.filter((scope) => scope !== 'partner_admin');
    expect(managedOrganisation(session('partner_admin', 'organisation'))).toBe('organisation');
    expect(managedOrganisation(session('partner_admin'))).toBeNull();
    expect(managedOrganisation(key('partner_admin'))).toBeNull();
    expect(others.map((scope) => managedOrganisation(session(scope, 'organisation')))).toEqual(
      others.map(() => null),
    );
  });
});
