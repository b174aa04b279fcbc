import { describe, expect, it } from 'vitest';
import { aSection } from '../../../../../test/support/configuration-states.js';
import { systemContext, UNPROVEN } from '../../../../core/shared/auth-context.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { error, warning } from './section-definition.js';
import type { SectionDefinition } from './section-definition.js';
import { keyFault, mayChange, maySee, visibleFindings, visibleParts } from './section-access.policy.js';
import type { Scope } from '../../../../core/shared/roles.js';

const TENANT = { clientId: 'acme', dataEnv: 'prod' } as const;
const person = (scope: Scope): AuthContext => ({
  ...TENANT,
  scope,
  principal: { kind: 'bearer', id: 'anna', organisationId: null, ...UNPROVEN },
});
const key = (scope: Scope): AuthContext => ({
  ...TENANT,
  scope,
  principal: {
    kind: 'api_key',
    id: 'key-1',
    description: 'CRM',
    createdBy: 'admin',
    expiresAt: null,
    organisationId: null,
  },
});

const open = aSection({ name: 'open' });
const signedIn = aSection({
  name: 'signed-in',
  read: { scopes: ['partner_admin', 'partner_user'], credentials: 'bearer' },
  write: { ...open.write, credentials: 'bearer', idempotency: { required: true, minLength: 8 } },
});
const ALL = [open, signedIn];

describe('the callers of a section', () => {
  it.each<[string, AuthContext, SectionDefinition, boolean, boolean]>([
    ['a person who writes', person('partner_admin'), signedIn, true, true],
    ['a person who reads', person('partner_user'), signedIn, true, false],
    ['a key of the same scope', key('partner_admin'), signedIn, false, false],
    ['a key, where any credentials count', key('partner_admin'), open, true, true],
    ['another role', person('client_admin'), open, false, false],
    ['a process of the service', systemContext(TENANT, 'job'), open, false, false],
  ])('%s', (_, auth, section, sees, changes) => {
    expect([maySee(auth, section), mayChange(auth, section)]).toEqual([sees, changes]);
  });

  // workspace 1.11
  it('see their sections of a version, and nothing that belongs to no section', () => {
    const parts = { open: 1, 'signed-in': 2, retired: 3 };
    expect(visibleParts(person('partner_user'), ALL, parts)).toEqual({ open: 1, 'signed-in': 2 });
    expect(visibleParts(key('partner_user'), ALL, parts)).toEqual({ open: 1 });
    expect(visibleParts(person('partner_user'), ALL, { open: 1 })).toEqual({ open: 1 });
  });

  it('see only that other sections have errors', () => {
    const bad = { status: 'blocked', findings: [error('bad', 'text', 'Is bad.')] } as const;
    const odd = { status: 'warning', findings: [warning('odd', 'text', 'Is odd.')] } as const;
    const told = (auth: AuthContext, second: typeof bad | typeof odd) =>
      [
        ...visibleFindings(
          auth,
          ALL,
          new Map([
            ['open', bad],
            ['signed-in', second],
          ] as const),
        ).values(),
      ].map(({ findings }) => findings.map(({ code, path }) => `${code} ${path}`));
    expect(told(person('partner_admin'), bad)).toEqual([['bad text'], ['bad text']]);
    expect(told(key('partner_admin'), bad)).toEqual([['bad text'], ['section_blocked ']]);
    expect(told(key('partner_admin'), odd)).toEqual([['bad text'], []]);
  });

  it.each([
    [open, undefined, undefined],
    [open, 'k', undefined],
    [signedIn, undefined, 'missing'],
    [signedIn, '1234567', 'malformed'],
    [signedIn, '12345678', undefined],
  ])('bring the key that it asks for: %#', (section, header, fault) => {
    expect(keyFault(section, header)?.type).toBe(fault);
  });
});
