import { describe, expect, it } from 'vitest';
import { emptyTally, isBlocker } from './contact-tally.policy.js';
import type { ContactTally } from './contact-tally.policy.js';
import { validationOf } from './findings.policy.js';
import type { ValidationFacts } from './findings.policy.js';
import { CALL_TYPES, NOT_CALLABLE_REASONS } from '../rules/statuses.js';

const NOW = new Date('2026-11-20T02:00:00.000Z');

const facts = (changes: Partial<ValidationFacts> = {}): ValidationFacts => ({
  campaignId: '01900000-0000-7000-8000-000000000001',
  scheduleEndAt: null,
  now: NOW,
  launchAt: NOW,
  isOver: false,
  contacts: 10,
  tally: tally({ callable: 10 }),
  wash: 'valid',
  disclosed: {
    cli_return_number: '+61491570156',
    cli_employer_name: 'Example Energy',
    cli_authorizer_name: 'Example Group',
    cli_call_purpose: 'Offers',
  },
  project: { gaps: [], compliance: 'confirmed', isUsageCapped: false },
  capacity: 5,
  ...changes,
});
const tally = (changes: Partial<ContactTally>): ContactTally => ({
  ...emptyTally('telemarketing'),
  ...changes,
});

const codesOf = (changes: Partial<ValidationFacts>) => {
  const { status, blockers, warnings } = validationOf(facts(changes));
  return [status, ...blockers.map(({ code }) => code), ...warnings.map(({ code }) => `(${code})`)];
};

describe('what a validation finds (campaigns 6.3, 6.4)', () => {
  it('nothing', () => {
    expect(codesOf({})).toEqual(['ready']);
  });

  it.each<[string[], Partial<ValidationFacts>]>([
    [['blocked', 'no_contacts'], { contacts: 0 }],
    [['blocked', 'schedule_window_passed'], { scheduleEndAt: NOW }],
    [['ready'], { scheduleEndAt: new Date(NOW.getTime() + 1) }],
    [['blocked', 'registry_wash_missing'], { wash: 'none' }],
    [['blocked', 'registry_wash_stale'], { wash: 'stale' }],
    [['blocked', 'registry_wash_expired'], { wash: 'expired' }],
    [['blocked', 'registry_wash_count_mismatch'], { wash: 'count_mismatch' }],
    [['blocked', 'registry_wash_missing'], { wash: 'none', tally: tally({ callType: 'research' }) }],
    [['ready'], { wash: 'none', tally: tally({ callType: 'service' }) }],
    [
      ['blocked', 'project_missing'],
      { project: { gaps: ['project_missing'], compliance: null, isUsageCapped: false } },
    ],
    [
      ['blocked', 'project_archived', 'project_not_deployed', 'outbound_compliance_blocking'],
      {
        project: {
          gaps: ['project_archived', 'project_not_deployed'],
          compliance: 'failed',
          isUsageCapped: false,
        },
      },
    ],
    [
      ['blocked', 'project_not_published'],
      { project: { gaps: ['project_not_published'], compliance: null, isUsageCapped: false } },
    ],
    [
      ['blocked', 'project_not_deployed'],
      { project: { gaps: ['project_not_deployed'], compliance: 'pending', isUsageCapped: false } },
    ],
    [
      ['blocked', 'outbound_runtime_incomplete'],
      { project: { gaps: ['outbound_runtime_incomplete'], compliance: null, isUsageCapped: false } },
    ],
    [
      ['blocked', 'outbound_compliance_blocking'],
      { project: { gaps: [], compliance: 'failed', isUsageCapped: false } },
    ],
    [
      ['warning', '(outbound_compliance_unconfirmed)'],
      { project: { gaps: [], compliance: 'pending', isUsageCapped: false } },
    ],
    [['ready'], { project: { gaps: [], compliance: null, isUsageCapped: false } }],
    [['blocked', 'usage_cap_reached'], { project: { gaps: [], compliance: null, isUsageCapped: true } }],
    [['blocked', 'outbound_capacity_not_configured'], { capacity: null }],
    [['warning', '(capacity_exhausted)'], { capacity: 0 }],
  ])('%j', (expected, changes) => {
    expect(codesOf(changes)).toEqual(expected);
  });

  it.each(['cli_return_number', 'cli_employer_name', 'cli_authorizer_name', 'cli_call_purpose'] as const)(
    'that %s is missing, for calls that have to state it',
    (field) => {
      const disclosed = { ...facts().disclosed, [field]: null };
      expect(codesOf({ disclosed })).toEqual(['blocked', `${field}_missing`]);
      for (const silent of [' ', '\u200b', '--'])
        expect(codesOf({ disclosed: { ...disclosed, [field]: silent } })).toEqual([
          'blocked',
          `${field}_missing`,
        ]);
      expect(codesOf({ disclosed, tally: tally({ callType: 'research' }) })).toEqual([
        'blocked',
        `${field}_missing`,
      ]);
      expect(codesOf({ disclosed, tally: tally({ callType: 'service' }) })).toEqual(['ready']);
    },
  );

  it('each code of contacts once, with how many it applies to (campaigns 6.2)', () => {
    const found = validationOf(
      facts({
        tally: tally({
          blockers: new Map([
            ['consent_missing', 3],
            ['registry_stale', 12],
          ]),
          warnings: new Map([['dnc', 2]]),
        }),
      }),
    );
    expect(found.contact_blocker_counts).toEqual({ registry_stale: 12, consent_missing: 3 });
    expect(found.blockers).toEqual([
      {
        scope: 'contact',
        code: 'registry_stale',
        field: 'registry_checked_at_utc',
        message: 'Some contacts were washed too long ago. Wash them again.',
        count: 12,
        at_utc: null,
      },
      expect.objectContaining({ code: 'consent_missing', count: 3 }),
    ]);
    expect(found.warnings).toEqual([expect.objectContaining({ code: 'dnc', count: 2 })]);
  });
});

describe('which reasons of contacts are blockers (campaigns 6.3, 6.4)', () => {
  const ON = { prevent_after_hours: true, check_public_holiday: true };
  const OFF = { prevent_after_hours: false, check_public_holiday: false };
  const blockersOf = (callType: (typeof CALL_TYPES)[number], flags: typeof ON) =>
    NOT_CALLABLE_REASONS.filter((reason) => isBlocker(reason, callType, flags));
  const EVIDENCE = [
    ...['registry_listed', 'registry_missing', 'registry_stale', 'registry_expired'],
    ...[
      'consent_missing',
      'consent_expired',
      'consent_withdrawn',
      'consent_unverified',
      'exemption_unverified',
    ],
  ];
  const PLACE = ['timezone_missing', 'timezone_invalid', 'location_missing'];
  it.each(['telemarketing', 'research'] as const)('of %s', (callType) => {
    expect(blockersOf(callType, ON)).toEqual([...EVIDENCE, ...PLACE, 'after_hours', 'public_holiday']);
    expect(blockersOf(callType, OFF)).toEqual([...EVIDENCE, ...PLACE]);
    expect(blockersOf(callType, { ...ON, check_public_holiday: false })).not.toContain('public_holiday');
    expect(blockersOf(callType, { ...ON, prevent_after_hours: false })).not.toContain('after_hours');
  });
  it('of service', () => {
    expect(blockersOf('service', ON)).toEqual(EVIDENCE);
  });
});

describe('what to expect (campaigns 6.5)', () => {
  const told = (changes: Partial<ValidationFacts>) =>
    validationOf(facts(changes)).info.map(({ code, count, at_utc }) => [code, count, at_utc]);
  const later = new Date('2026-11-22T22:00:00.000Z');
  const latest = new Date('2026-11-23T01:00:00.000Z');

  it('all of them now', () => {
    expect(told({})).toEqual([
      ['contacts_callable', 10, NOW.toISOString()],
      ['contacts_deferred', 0, null],
      ['first_dial_expected', null, NOW.toISOString()],
      ['last_dial_expected', null, NOW.toISOString()],
    ]);
  });
  it('some now and some later', () => {
    expect(
      told({ tally: tally({ callable: 6, deferred: 4, deferredFrom: later, deferredUntil: latest }) }),
    ).toEqual([
      ['contacts_callable', 6, NOW.toISOString()],
      ['contacts_deferred', 4, latest.toISOString()],
      ['first_dial_expected', null, NOW.toISOString()],
      ['last_dial_expected', null, latest.toISOString()],
    ]);
  });
  it('all later, none', () => {
    const waiting = tally({ deferred: 4, deferredFrom: later, deferredUntil: latest });
    expect(told({ tally: waiting })[2]).toEqual(['first_dial_expected', null, later.toISOString()]);
    expect(told({ tally: tally({}) })).toEqual([
      ['contacts_callable', 0, NOW.toISOString()],
      ['contacts_deferred', 0, null],
    ]);
  });
  it('at the start of the schedule', () => {
    const launchAt = new Date('2026-12-01T00:00:00.000Z');
    expect(validationOf(facts({ launchAt })).info[0]).toMatchObject({
      message: 'Contacts that may be called at the start of the schedule: 10.',
      at_utc: launchAt.toISOString(),
    });
  });
  it('in messages that name the instants', () => {
    const waiting = tally({ deferred: 1, deferredFrom: later, deferredUntil: latest });
    expect(validationOf(facts({ tally: waiting })).info.map(({ message }) => message)).toEqual([
      'Contacts that may be called now: 0.',
      'Contacts waiting for a permitted hour: 1.',
      `The first call is expected at ${later.toISOString()}.`,
      `Each contact may have been called once by ${latest.toISOString()}.`,
    ]);
  });
});
