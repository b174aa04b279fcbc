import { describe, expect, it } from 'vitest';
import type { ProtectedAccess } from './access-rule.js';
import { systemContext, UNPROVEN } from '../shared/auth-context.js';
import type { ApiKeyCaller, Assignment, BearerCaller } from './caller.js';
import {
  asksForPlatform,
  chooseAcross,
  chooseTenant,
  isAllowed,
  mayBeAllowed,
  mayOwn,
  mustName,
  ownedChoice,
} from './tenant-choice.policy.js';
import type { PortalRole } from '../shared/roles.js';

const KEY: ApiKeyCaller = {
  kind: 'api_key',
  tenant: { clientId: 'acme', dataEnv: 'staging' },
  scope: 'read-only',
  principal: {
    kind: 'api_key',
    id: 'k1',
    description: 'a key',
    createdBy: 'admin',
    expiresAt: null,
    organisationId: null,
  },
  allowlist: ['203.0.113.0/24'],
};

const assigned = (
  clientId: string,
  role: PortalRole = 'client_admin',
  more: Partial<Assignment> = {},
): Assignment => ({ clientId, role, isDefault: false, organisationId: null, allowlist: [], ...more });

const person = (...assignments: Assignment[]): BearerCaller => ({
  kind: 'bearer',
  userId: 'u1',
  dataEnv: 'prod',
  proof: UNPROVEN,
  assignments,
  shutOut: [],
});

const chosen = (caller: BearerCaller, requested?: string) =>
  chooseTenant(caller, requested)?.auth.clientId ?? null;

describe('the tenant of a request', () => {
  // access 1.4
  it("is the key's own, with its scope, environment and allowlist", () => {
    const expected = {
      auth: { clientId: 'acme', dataEnv: 'staging', scope: 'read-only', principal: KEY.principal },
      allowlist: KEY.allowlist,
    };
    expect(chooseTenant(KEY, undefined)).toEqual(expected);
    expect(chooseTenant(KEY, 'acme')).toEqual(expected);
  });

  // access 4.2
  it('is none when a key names another client', () => {
    expect(chooseTenant(KEY, 'globex')).toBeNull();
    expect(chooseTenant(KEY, '')).toBeNull();
  });

  // access 4.5
  it('is none where people must name it and did not, whatever they are assigned to', () => {
    const one = person(assigned('acme', 'partner_admin', { isDefault: true }));
    expect(chooseTenant(one, undefined, true)).toBeNull();
    expect(chooseTenant(one, 'globex', true)).toBeNull();
    expect(chooseTenant(one, 'acme', true)?.auth.clientId).toBe('acme');
    expect(chooseTenant(KEY, undefined, true)).toBeNull();
  });

  // access 4.5; caller-requests 6.3
  it.each<[string, object, 'key' | 'staff key' | 'person', boolean]>([
    ['nothing', {}, 'person', false],
    ['nothing', {}, 'staff key', false],
    ['namedByPeople', { namedByPeople: true }, 'person', true],
    ['namedByPeople', { namedByPeople: true }, 'staff key', false],
    ['namedByStaff', { namedByStaff: true }, 'key', false],
    ['namedByStaff', { namedByStaff: true }, 'staff key', true],
  ])('with %s must be named by %o, %s: %s', (_, declared, who, expected) => {
    const rule: ProtectedAccess = { kind: 'protected', scopes: [], surface: 'domain', ...declared };
    const callers = {
      key: KEY,
      'staff key': { ...KEY, scope: 'service_admin' } as const,
      person: person(assigned('acme')),
    };
    expect(mustName(rule, callers[who])).toBe(expected);
  });

  it('is none for a person without assignments', () => {
    expect(chooseTenant(person(), undefined)).toBeNull();
    expect(chooseTenant(person(), 'acme')).toBeNull();
  });

  it('is the only assignment when none is named', () => {
    expect(chosen(person(assigned('acme')))).toBe('acme');
  });

  // access 4.3
  it('is the default assignment when several stand and none is named', () => {
    expect(chosen(person(assigned('acme'), assigned('globex', 'client_staff', { isDefault: true })))).toBe(
      'globex',
    );
  });

  it('is none when several stand, none is the default and none is named', () => {
    expect(chosen(person(assigned('acme'), assigned('globex')))).toBeNull();
  });

  it('is the assignment that is named, default or not', () => {
    const caller = person(assigned('acme'), assigned('globex', 'client_staff', { isDefault: true }));
    expect(chosen(caller, 'acme')).toBe('acme');
    expect(chosen(caller, 'initech')).toBeNull();
  });

  // access 4.4
  it.each(['service_admin', 'service_operator'] as const)('is none for %s until it is named', (role) => {
    const caller = person(assigned('acme', role, { isDefault: true }));
    expect(chosen(caller)).toBeNull();
    expect(chosen(caller, 'acme')).toBe('acme');
  });

  // access 4.4
  it('never falls on an internal assignment beside an ordinary one', () => {
    const caller = person(assigned('acme', 'service_admin', { isDefault: true }), assigned('globex'));
    expect(chosen(caller)).toBe('globex');
  });

  // access 4.11
  it('is of any internal assignment where all clients are asked for and none is named', () => {
    const staff = ['service_admin', 'service_operator'] as const;
    const both = person(
      assigned('acme', 'partner_admin', { isDefault: true }),
      assigned('globex', 'service_admin'),
    );
    const chosenFor = (caller: BearerCaller, requested?: string) =>
      chooseTenant(caller, requested, undefined, staff)?.auth.clientId ?? null;
    expect(chosenFor(both)).toBe('globex');
    expect(chosenFor(both, 'acme')).toBe('acme');
    expect(chosenFor(person(assigned('acme')))).toBeNull();
    expect(chosenFor(person())).toBeNull();
  });

  it('carries role, organisation and allowlist of that very assignment', () => {
    const caller = person(
      assigned('acme', 'client_staff'),
      assigned('globex', 'partner_admin', { organisationId: 'o1', allowlist: ['2001:db8::/32'] }),
    );
    expect(chooseTenant(caller, 'globex')).toEqual({
      auth: {
        clientId: 'globex',
        dataEnv: 'prod',
        scope: 'partner_admin',
        principal: { kind: 'bearer', id: 'u1', organisationId: 'o1', ...UNPROVEN },
      },
      allowlist: ['2001:db8::/32'],
    });
  });
});

describe('what a route declares', () => {
  const rule: ProtectedAccess = {
    kind: 'protected',
    scopes: ['read-only', 'client_admin'],
    surface: 'general',
  };
  const key = chooseTenant(KEY, undefined)!.auth;
  const session = chooseTenant(person(assigned('acme')), undefined)!.auth;

  // access 5.2
  it('admits the scopes it names and no others', () => {
    expect(isAllowed(rule, key)).toBe(true);
    expect(isAllowed({ ...rule, scopes: ['full-access'] }, key)).toBe(false);
    expect(isAllowed({ ...rule, scopes: [] }, session)).toBe(false);
  });

  // access 5.3
  it('admits the kind of credentials it names and no other', () => {
    expect([
      isAllowed({ ...rule, credentials: 'bearer' }, key),
      isAllowed({ ...rule, credentials: 'bearer' }, session),
    ]).toEqual([false, true]);
    expect([
      isAllowed({ ...rule, credentials: 'api_key' }, key),
      isAllowed({ ...rule, credentials: 'api_key' }, session),
    ]).toEqual([true, false]);
  });

  // access 4.11
  it('admits those it names to all clients, and no others of its callers', () => {
    const all: ProtectedAccess = { ...rule, platform: ['service_admin'] };
    expect(isAllowed(all, session, true)).toBe(false);
    expect(isAllowed(all, session)).toBe(true);
    expect(isAllowed({ ...all, platform: ['client_admin'] }, session, true)).toBe(true);
    expect(isAllowed({ ...all, platform: ['service_operator'], scopes: [] }, session, true)).toBe(false);
    expect(asksForPlatform(all, { scope: 'platform' })).toBe(true);
    expect(asksForPlatform(all, { scope: ['platform', 'client'] })).toBe(false);
    expect(asksForPlatform(all, {})).toBe(false);
    expect(asksForPlatform(rule, { scope: 'platform' })).toBe(false);
  });

  it('never admits the system itself through HTTP', () => {
    expect(isAllowed(rule, systemContext({ clientId: 'acme', dataEnv: 'prod' }, 'worker'))).toBe(false);
  });
});

describe('what a request says need not be read', () => {
  const rule = {
    kind: 'protected',
    scopes: ['read-only', 'client_admin', 'runtime-ingest'],
    surface: 'export',
  } as const;

  it.each([
    ['of a key whose scope the route lets in', rule, KEY, true],
    ['of a key of another scope', { ...rule, scopes: ['full-access'] }, KEY, false],
    ['of a key where only people count', { ...rule, credentials: 'bearer' }, KEY, false],
    ['of a key that is admitted to be refused', { ...rule, unreadOf: ['read-only'] }, KEY, false],
    [
      'of a person with one role among others',
      rule,
      person(assigned('a', 'partner_user'), assigned('b', 'client_admin')),
      true,
    ],
    ['of a person without such a role', rule, person(assigned('a', 'partner_user')), false],
    ['of a person without assignments', rule, person(), false],
  ] as const)('%s', (_, declared, caller, expected) => {
    expect(mayBeAllowed(declared, caller)).toBe(expected);
  });
});

describe('a request about all clients of a partner', () => {
  const partner = (clientId: string, role: PortalRole, more: Partial<Assignment> = {}) =>
    assigned(clientId, role, { organisationId: 'harbour', ...more });
  const chosenFor = (roles: readonly PortalRole[], ...assignments: Assignment[]) =>
    chooseAcross(person(...assignments), roles)?.auth.clientId ?? null;

  // partner-clients 2.1
  it('is made by the default assignment, else the oldest, of those of a role that is admitted', () => {
    const roles = ['partner_admin', 'partner_user'] as const;
    const [a, b] = [partner('acme', 'partner_user'), partner('globex', 'partner_admin')];
    expect(chosenFor(roles, a, b)).toBe('acme');
    expect(chosenFor(roles, a, { ...b, isDefault: true })).toBe('globex');
    expect(chosenFor(['partner_admin'], { ...a, isDefault: true }, b)).toBe('globex');
    expect(chosenFor(roles, assigned('acme', 'client_admin'))).toBeNull();
    expect(chosenFor(roles)).toBeNull();
  });

  // partner-clients 2.1
  it('is not bound to the networks of the client that it is made by', () => {
    const choice = chooseAcross(person(partner('acme', 'partner_user', { allowlist: ['203.0.113.0/24'] })), [
      'partner_user',
    ]);
    expect(choice?.allowlist).toEqual([]);
  });

  // partner-clients 2.3
  it.each<[string, Assignment[], boolean]>([
    ['an administrator elsewhere', [partner('globex', 'partner_admin')], true],
    ['a user elsewhere', [partner('globex', 'partner_user')], false],
    [
      'someone with a role there',
      [partner('globex', 'partner_admin'), partner('acme', 'partner_user')],
      false,
    ],
    ['a customer', [assigned('globex', 'client_admin')], false],
  ])('may find a client of the organisation for %s', (_, assignments, expected) => {
    expect(mayOwn(person(...assignments), 'acme')).toBe(expected);
    expect(mayOwn(KEY, 'acme')).toBe(false);
  });

  // partner-clients 2.3
  it('of such a client is made as its administrator, from its networks', () => {
    expect(
      ownedChoice(person(), 'acme', { organisationId: 'harbour', allowlist: ['203.0.113.0/24'] }),
    ).toEqual({
      auth: {
        clientId: 'acme',
        dataEnv: 'prod',
        scope: 'partner_admin',
        principal: { kind: 'bearer', id: 'u1', organisationId: 'harbour', ...UNPROVEN },
      },
      allowlist: ['203.0.113.0/24'],
    });
  });
});
