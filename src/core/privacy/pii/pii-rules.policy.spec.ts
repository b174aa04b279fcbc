import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../time/wall-clock.policy.js';
import { NOTHING_PERMITTED, PII_KINDS } from './pii-permission.policy.js';
import type { PiiKind, PiiPermission } from './pii-permission.policy.js';
import { NOTHING_KNOWN, readPiiRules } from './pii-rules.policy.js';
import type { StoredPiiRules } from './pii-rules.policy.js';

const NOW = new Date('2026-10-31T12:00:00.000Z');
const ASKER = { clientId: 'acme', dataEnv: 'prod', scope: 'client_admin' } as const;
const KEYS = { raw_caller: 'rawCaller', summary: 'summary', transcript: 'transcript' } as const;

const permitting = (...kinds: readonly PiiKind[]): PiiPermission => ({
  ...NOTHING_PERMITTED,
  ...Object.fromEntries(kinds.map((kind) => [KEYS[kind], true])),
});
const lineOf = (kind: PiiKind, allowed: boolean, unlockable = false): unknown => ({
  ...{ clientId: 'acme', dataEnv: 'prod', role: 'client_admin' },
  ...{ kind, allowed, unlockable },
});
const linesOf = (...kinds: readonly PiiKind[]): unknown[] => kinds.map((kind) => lineOf(kind, true));

const tenant = (over: Partial<StoredPiiRules> = {}): StoredPiiRules => ({
  project_id: null,
  client_id: 'acme',
  data_env: 'prod',
  strict_summaries: true,
  inherits_permissions: false,
  permissions: null,
  retention_days: null,
  consent_days: null,
  ...over,
});
const project = (project_id: string, over: Partial<StoredPiiRules> = {}): StoredPiiRules => ({
  ...tenant({ inherits_permissions: true, permissions: [] }),
  project_id,
  ...over,
});
const governed = (id: string, ...kinds: readonly unknown[]): StoredPiiRules =>
  project(id, { inherits_permissions: false, permissions: kinds });

const daysBefore = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const isOpenFor = (transcriptsFrom: Date, startedAt: Date): boolean => startedAt >= transcriptsFrom;
const LONG_AGO = new Date('1990-01-01T00:00:00Z');

describe('what may be seen of the calls of a project', () => {
  const rows = [
    tenant({ permissions: linesOf('raw_caller', 'summary') }),
    governed('silent'),
    governed('open', ...PII_KINDS),
    governed('texts', 'transcript'),
    project('inheriting'),
  ];
  // privacy 1.4
  it.each<[string, PiiPermission]>([
    ['ungoverned', permitting('raw_caller', 'summary')],
    ['inheriting', permitting('raw_caller', 'summary')],
    ['silent', NOTHING_PERMITTED],
    ['open', permitting('raw_caller', 'summary')],
    ['texts', NOTHING_PERMITTED],
  ])('narrows what the tenant permits, and never widens it: %s', (projectId, permission) => {
    expect(readPiiRules(ASKER, rows, NOW).of(projectId).permission).toEqual(permission);
  });

  it.each(['ungoverned', 'inheriting', 'silent', 'open', 'texts'])(
    'is nothing where the tenant has no policy, whatever the project says: %s',
    (projectId) => {
      const [, ...projects] = rows;
      const rules = readPiiRules(ASKER, [tenant(), ...projects], NOW);
      expect(rules.of(projectId).permission).toEqual(NOTHING_PERMITTED);
    },
  );

  // privacy 1.5
  it.each<[string, StoredPiiRules[], PiiPermission]>([
    [
      'the tenant permits without any governed project',
      [tenant({ permissions: linesOf('summary') })],
      permitting('summary'),
    ],
    ['only a project permits', [tenant(), governed('open', ...PII_KINDS)], NOTHING_PERMITTED],
    [
      'tenant and project permit',
      [tenant({ permissions: linesOf(...PII_KINDS) }), governed('open', ...PII_KINDS), project('inheriting')],
      permitting(...PII_KINDS),
    ],
    [
      'one project of two leaves a kind out',
      [
        tenant({ permissions: linesOf(...PII_KINDS) }),
        governed('open', ...PII_KINDS),
        governed('texts', 'transcript', 'summary'),
      ],
      permitting('summary', 'transcript'),
    ],
    [
      'one project refuses the role',
      [tenant({ permissions: linesOf(...PII_KINDS) }), governed('silent')],
      NOTHING_PERMITTED,
    ],
  ])('over all projects when %s', (_, stored, permission) => {
    expect(readPiiRules(ASKER, stored, NOW).everywhere).toEqual(permission);
  });

  it.each<[string, Partial<StoredPiiRules>]>([
    ['an unknown kind', { permissions: ['summary', 'recording'] }],
    ['a word in place of a list', { permissions: 'summary' }],
    ['nothing in place of a list', { permissions: null }],
    ['a kind in another spelling', { permissions: ['Summary'] }],
    ['the client of somebody else', { permissions: ['summary'], client_id: 'other' }],
    ['another environment', { permissions: ['summary'], data_env: 'dev' }],
  ])('is nothing for a project with %s, nor over all of them; its neighbours keep theirs', (_, over) => {
    const stored = [tenant({ permissions: linesOf(...PII_KINDS) }), governed('open', 'summary')];
    const rules = readPiiRules(
      ASKER,
      [...stored, project('bad', { inherits_permissions: false, ...over })],
      NOW,
    );
    expect(rules.of('bad').permission).toEqual(NOTHING_PERMITTED);
    expect(rules.everywhere).toEqual(NOTHING_PERMITTED);
    expect(rules.of('open').permission).toEqual(permitting('summary'));
    expect(rules.of('other').permission).toEqual(permitting(...PII_KINDS));
    expect(rules.fault).not.toBeNull();
  });

  it('is nothing under a policy that cannot be read', () => {
    const broken = tenant({ permissions: [...linesOf('summary'), { kind: 'recording' }], retention_days: 5 });
    const rules = readPiiRules(ASKER, [broken, governed('open', 'summary'), project('inheriting')], NOW);
    expect(rules.everywhere).toEqual(NOTHING_PERMITTED);
    expect(rules.of('inheriting').permission).toEqual(NOTHING_PERMITTED);
    expect(rules.of('open').permission).toEqual(NOTHING_PERMITTED);
    // Rules other than permissions remain.
    expect(rules.of('inheriting').transcriptsFrom).toEqual(daysBefore(5));
  });

  it.each(['runtime-ingest', 'support-ingest', 'system'] as const)('is nothing for %s', (scope) => {
    const rules = readPiiRules({ ...ASKER, scope }, [tenant(), governed('open', ...PII_KINDS)], NOW);
    expect(rules.of('open').permission).toEqual(NOTHING_PERMITTED);
  });
});

// privacy 3.3
describe('how summaries are shown', () => {
  const projects = [governed('silent'), governed('open', ...PII_KINDS), project('inheriting')];
  const formsOf = (row: StoredPiiRules): string[] => {
    const rules = readPiiRules(ASKER, [row, ...projects], NOW);
    return ['ungoverned', 'inheriting', 'silent', 'open'].map((id) => rules.of(id).summary);
  };

  it.each<[string, Partial<StoredPiiRules>, string[]]>([
    ['permitted, strict', { permissions: linesOf('summary') }, ['stored', 'stored', 'none', 'stored']],
    [
      'permitted, not strict',
      { permissions: linesOf('summary'), strict_summaries: false },
      ['stored', 'stored', 'safe', 'stored'],
    ],
    ['not permitted, strict', {}, ['none', 'none', 'none', 'none']],
    ['not permitted, not strict', { strict_summaries: false }, ['safe', 'safe', 'safe', 'safe']],
    ['not permitted, strictness unreadable', { strict_summaries: null }, ['none', 'none', 'none', 'none']],
    [
      'policy unreadable, not strict',
      { permissions: 'all', strict_summaries: false },
      ['safe', 'safe', 'safe', 'safe'],
    ],
  ])('where the tenant has it %s', (_, over, forms) => {
    expect(formsOf(tenant(over))).toEqual(forms);
  });
});

// privacy 5.1, 5.2
describe('how long transcripts of a project are shown', () => {
  it.each<[string, number | null, number | null, number | null]>([
    ['as long as its governance says', 30, 7, 7],
    ['no longer than the tenant says', 7, 30, 7],
    ['as long as its governance says where the tenant has settled nothing', null, 30, 30],
    ['as long as the tenant says where its governance leaves it open', 7, null, 7],
    ['not at all for no day', 30, 0, 0],
  ])('%s', (_, ofTenant, ofProject, days) => {
    const rows = [tenant({ retention_days: ofTenant }), project('one', { retention_days: ofProject })];
    expect(readPiiRules(ASKER, rows, NOW).of('one').transcriptsFrom).toEqual(daysBefore(days!));
  });

  it('for ever, where nobody has settled it', () => {
    const rules = readPiiRules(ASKER, [tenant(), project('one')], NOW);
    for (const id of ['one', 'other']) {
      expect(isOpenFor(rules.of(id).transcriptsFrom, LONG_AGO), id).toBe(true);
    }
  });

  it.each([['7'], [-1], [1.5], [true], [Number.NaN]])('not at all where it says %j', (days) => {
    const rows = [tenant(), project('one', { retention_days: days })];
    const { transcriptsFrom } = readPiiRules(ASKER, rows, NOW).of('one');
    expect(isOpenFor(transcriptsFrom, NOW)).toBe(false);
  });

  // privacy 5.3
  it.each([
    [null, null],
    [90, 90],
    ['90', 0],
    [-1, 0],
  ])('lets consents of %j days lapse after %j', (stored, days) => {
    const rows = [tenant(), project('one', { consent_days: stored })];
    expect(readPiiRules(ASKER, rows, NOW).of('one').consentDays).toBe(days);
  });
});

// privacy 1.1
describe('where nothing is known', () => {
  it.each([
    ['because it could not be asked', NOTHING_KNOWN],
    ['because the row of the tenant is missing', readPiiRules(ASKER, [governed('open', ...PII_KINDS)], NOW)],
  ])('%s, nothing is permitted and no transcript is kept', (_, rules) => {
    expect(rules.everywhere).toEqual(NOTHING_PERMITTED);
    expect(rules.of('open').permission).toEqual(NOTHING_PERMITTED);
    expect(isOpenFor(rules.of('open').transcriptsFrom, NOW)).toBe(false);
    expect(rules.of('open').summary).toBe('none');
    expect(rules.of('open').consentDays).toBe(0);
  });
});
