import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuthContext } from '../../shared/auth-context.js';
import { LoggableError } from '../../shared/platform-error.js';
import { NOTHING_PERMITTED, permissionFrom, PII_KINDS } from './pii-permission.policy.js';
import type { StoredPiiPolicy } from './pii-permission.policy.js';
import { SCOPES } from '../../shared/roles.js';

const asker = (scope: AuthContext['scope'] = 'client_admin') =>
  ({ clientId: 'acme', dataEnv: 'prod', scope }) as const;
const line = (kind: unknown, allowed: unknown, unlike: Partial<StoredPiiPolicy> = {}): StoredPiiPolicy => ({
  clientId: 'acme',
  dataEnv: 'prod',
  role: 'client_admin',
  kind,
  allowed,
  unlockable: false,
  ...unlike,
});
const everything = (role: string): StoredPiiPolicy[] => PII_KINDS.map((kind) => line(kind, true, { role }));

describe('what a PII policy permits', () => {
  it.each<[string, StoredPiiPolicy[], (keyof typeof NOTHING_PERMITTED)[]]>([
    ['nothing without a line', [], []],
    ['the number', [line('raw_caller', true)], ['rawCaller']],
    ['the summary', [line('summary', true)], ['summary']],
    ['the transcript', [line('transcript', true)], ['transcript']],
    [
      'what is allowed beside what is refused',
      [line('summary', true), line('transcript', false)],
      ['summary'],
    ],
    [
      'nothing where all is refused',
      [line('raw_caller', false), line('summary', false), line('transcript', false)],
      [],
    ],
    ['all three', everything('client_admin'), ['rawCaller', 'summary', 'transcript']],
  ])('is %s', (_, rows, permitted) => {
    const expected = { ...NOTHING_PERMITTED, ...Object.fromEntries(permitted.map((kind) => [kind, true])) };
    expect(permissionFrom(asker(), rows)).toEqual(expected);
  });

  // By hand from privacy 1.7 and calls 1.2. Never derive it from the code.
  // calls 1.2; privacy 1.7
  it('is open to readers of call analytics', () => {
    const permitted: Readonly<Record<AuthContext['scope'], boolean>> = {
      partner_admin: true,
      partner_user: true,
      client_admin: true,
      client_manager: true,
      client_staff: true,
      service_admin: true,
      service_operator: true,
      'read-only': true,
      'full-access': true,
      'support-ingest': false,
      'runtime-ingest': false,
      system: false,
    };
    const scopes = [...SCOPES, 'system'] as const;
    const decided = scopes.map((it) => [it, permissionFrom(asker(it), everything(it)).summary]);
    expect(Object.fromEntries(decided)).toEqual(permitted);
  });

  // privacy 1.8
  it.each<[string, StoredPiiPolicy]>([
    ['an unknown kind', line('recording', true)],
    ['no kind', line(null, true)],
    ['a kind in another spelling', line('Summary', true)],
    ['a word instead of yes', line('transcript', 'true')],
    ['a one instead of yes', line('transcript', 1)],
    ['nothing instead of yes', line('transcript', null)],
    ['another client', line('transcript', true, { clientId: 'other' })],
    ['another environment', line('transcript', true, { dataEnv: 'staging' })],
    ['another role', line('transcript', true, { role: 'client_staff' })],
    ['a kind a second time', line('summary', false)],
  ])('is unreadable with %s in it, whatever else it says', (_, broken) => {
    const sound = line('summary', true);
    expect(() => permissionFrom(asker(), [sound, broken])).toThrow(LoggableError);
    expect(() => permissionFrom(asker(), [broken, sound])).toThrow(LoggableError);
  });

  it('permits a kind only where exactly one line of the asker says so', () => {
    const value = fc.constantFrom<unknown>(true, false, 'true', 1, null);
    const rows = fc.array(
      fc.record({
        clientId: fc.constantFrom('acme', 'acme', 'acme', 'other'),
        dataEnv: fc.constantFrom('prod', 'prod', 'prod', 'dev'),
        role: fc.constantFrom('client_admin', 'client_admin', 'client_staff'),
        kind: fc.constantFrom('raw_caller', 'summary', 'transcript', 'recording'),
        allowed: value,
        unlockable: value,
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(rows, (stored) => {
        let permission = NOTHING_PERMITTED;
        try {
          permission = permissionFrom(asker(), stored);
        } catch {
          return;
        }
        const own = stored.filter(
          ({ clientId, dataEnv, role }) => [clientId, dataEnv, role].join() === 'acme,prod,client_admin',
        );
        expect(permission.summary).toBe(
          own.some(({ kind, allowed }) => kind === 'summary' && allowed === true),
        );
        expect(own).toHaveLength(stored.length);
      }),
    );
  });
});
