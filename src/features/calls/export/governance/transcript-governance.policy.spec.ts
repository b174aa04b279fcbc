import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gateTranscript } from './transcript-governance.policy.js';
import type { GovernanceCheck, GovernanceTerms, GovernedRow } from './transcript-governance.policy.js';

const STARTED = new Date('2026-10-31T04:12:09.000Z');
const NOW = new Date('2026-11-21T10:00:00.000Z');
const near = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms);

const consent = {
  status: 'obtained',
  method: 'express',
  obtainedAt: near(STARTED, 20_000),
  expiresAt: null,
  withdrawnAt: null,
};
const row: GovernedRow = {
  clientId: 'acme',
  dataEnv: 'prod',
  projectId: 'front-desk',
  startedAt: STARTED,
  consent,
  redactionStatus: 'verified',
};
const terms: GovernanceTerms = {
  profile: 'portal_business_v3',
  permitsTranscript: true,
  routed: { clientId: 'acme', dataEnv: 'prod', projectId: 'front-desk' },
  complianceProjection: 'confirmed',
  consentedFrom: near(STARTED, -86_400_000),
  retainedFrom: near(STARTED, -86_400_000),
  secondaryReuse: null,
  evaluatedAt: NOW,
};
const v2: GovernanceTerms = { ...terms, profile: 'portal_business_v2', secondaryReuse: 'allowed' };

const INVALID = new Date(Number.NaN);

// calls-export 6.1
it('grants a transcript for which everything holds, in v2 and v3', () => {
  expect([gateTranscript(row, v2), gateTranscript(row, terms)]).toEqual(['granted', 'granted']);
});

type Case = readonly [
  because: string,
  check: GovernanceCheck,
  row: Partial<GovernedRow>,
  terms: Partial<GovernanceTerms>,
];

const of = (fields: Partial<Record<keyof typeof consent, unknown>>): Partial<GovernedRow> => ({
  consent: { ...consent, ...fields },
});

const REFUSED: readonly Case[] = [
  ['the tenant does not permit transcripts', 'permission', {}, { permitsTranscript: false }],
  ['the permission could not be found out', 'permission', {}, { permitsTranscript: null }],

  ['it is of another client', 'scope', { clientId: 'umbra' }, {}],
  ['it is of another environment', 'scope', { dataEnv: 'staging' }, {}],
  ['it is of another project', 'scope', { projectId: 'after-hours' }, {}],
  ['its client is written otherwise', 'scope', { clientId: 'Acme' }, {}],
  ['it names no project', 'scope', { projectId: null }, {}],
  ['it names no client', 'scope', { clientId: undefined }, {}],

  [
    'the compliance projection is not confirmed',
    'compliance_projection',
    {},
    { complianceProjection: 'unconfirmed' },
  ],
  [
    'the compliance projection could not be found out',
    'compliance_projection',
    {},
    { complianceProjection: null },
  ],

  ['there is no consent', 'consent', of({ status: null, method: null, obtainedAt: null }), {}],
  ['consent was declined', 'consent', of({ status: 'declined' }), {}],
  ['consent was withdrawn', 'consent', of({ status: 'withdrawn', withdrawnAt: near(STARTED, 1e6) }), {}],
  ['consent was withdrawn, nobody knows when', 'consent', of({ status: 'withdrawn' }), {}],
  ['consent has expired', 'consent', of({ expiresAt: near(NOW, -1) }), {}],
  ['consent expires this very moment', 'consent', of({ expiresAt: NOW }), {}],
  ['consent is implied', 'consent', of({ method: 'implied' }), {}],
  ['nobody knows how consent was given', 'consent', of({ method: null }), {}],
  ['consent was obtained before the call', 'consent', of({ obtainedAt: near(STARTED, -1) }), {}],
  ['consent is yet to be obtained', 'consent', of({ obtainedAt: near(NOW, 1) }), {}],
  ['nobody knows when consent was obtained', 'consent', of({ obtainedAt: null }), {}],
  ['the status is in other letters', 'consent', of({ status: 'Obtained' }), {}],
  ['the method is in other letters', 'consent', of({ method: 'Express ' }), {}],
  ['the status is not text', 'consent', of({ status: true }), {}],
  ['the instant of consent is not an instant', 'consent', of({ obtainedAt: INVALID }), {}],
  ['the instant of consent is text', 'consent', of({ obtainedAt: '2026-10-31T04:12:29.000Z' }), {}],
  ['the expiry is not an instant', 'consent', of({ expiresAt: INVALID }), {}],
  ['the expiry is text', 'consent', of({ expiresAt: 'never' }), {}],
  ['consent says obtained and carries a withdrawal', 'consent', of({ withdrawnAt: near(STARTED, 1e6) }), {}],
  ['consent carries a withdrawal of a time to come', 'consent', of({ withdrawnAt: near(NOW, 1e6) }), {}],
  ['the withdrawal is not an instant', 'consent', of({ withdrawnAt: INVALID }), {}],
  ['the withdrawal was not looked up', 'consent', of({ withdrawnAt: undefined }), {}],
  ['the expiry was not looked up', 'consent', of({ expiresAt: undefined }), {}],
  ['consent expired before it was obtained', 'consent', of({ expiresAt: near(STARTED, -1) }), {}],
  ['nobody knows when the call started', 'consent', { startedAt: null }, {}],
  ['the start of the call is not an instant', 'consent', { startedAt: INVALID }, {}],

  ['its consent has lapsed by then', 'consent', {}, { consentedFrom: near(STARTED, 1) }],
  ['nobody knows when consents lapse', 'consent', {}, { consentedFrom: null }],
  ['consents lapse at no instant', 'consent', {}, { consentedFrom: INVALID }],

  ['it has left the retention window', 'retention', {}, { retainedFrom: near(STARTED, 1) }],
  ['the retention window could not be found out', 'retention', {}, { retainedFrom: null }],
  ['the retention window has no beginning', 'retention', {}, { retainedFrom: INVALID }],

  ['its redaction is under way', 'redaction_verified', { redactionStatus: 'pending' }, {}],
  ['its redaction failed', 'redaction_verified', { redactionStatus: 'failed' }, {}],
  ['nobody redacted it', 'redaction_verified', { redactionStatus: null }, {}],
  ['its redaction is verified in other letters', 'redaction_verified', { redactionStatus: 'Verified' }, {}],
];

// calls-export 6.1, 6.2, 6.3
describe.each([
  ['v2', v2],
  ['v3', terms],
])('a %s export refuses the transcript when', (_profile, sound) => {
  it.each(REFUSED)('%s (%s)', (_because, check, rowFields, termFields) => {
    expect(gateTranscript({ ...row, ...rowFields }, { ...sound, ...termFields })).toBe(check);
  });
});

describe('consent counts', () => {
  it.each([
    ['from the start of the call on', of({ obtainedAt: STARTED })],
    ['at the very instant of evaluation', of({ obtainedAt: NOW })],
    ['while its expiry is in the future', of({ expiresAt: near(NOW, 1) })],
  ])('%s', (_when, fields) => {
    expect(gateTranscript({ ...row, ...fields }, terms)).toBe('granted');
  });
});

// calls-export 6.8
it.each(['retainedFrom', 'consentedFrom'])('counts a call at the border of %s as within', (border) => {
  expect(gateTranscript(row, { ...terms, [border]: STARTED })).toBe('granted');
});

// calls-export 6.5
describe('secondary reuse', () => {
  it.each(['refused', 'not_configured', null] as const)(
    'that is %s refuses v2 and not v3',
    (secondaryReuse) => {
      expect(gateTranscript(row, { ...v2, secondaryReuse })).toBe('secondary_reuse');
      expect(gateTranscript(row, { ...terms, secondaryReuse })).toBe('granted');
    },
  );
});

// calls-export 9.4
it('names the first check that fails', () => {
  const nothing: GovernedRow = {
    clientId: null,
    dataEnv: null,
    projectId: null,
    startedAt: null,
    consent: { status: null, method: null, obtainedAt: null, expiresAt: null, withdrawnAt: null },
    redactionStatus: null,
  };
  const unknown: GovernanceTerms = {
    ...v2,
    permitsTranscript: null,
    complianceProjection: null,
    consentedFrom: null,
    retainedFrom: null,
    secondaryReuse: null,
  };
  const order: string[] = [];
  let [facts, known] = [nothing, unknown];
  for (const mend of [
    () => (known = { ...known, permitsTranscript: true }),
    () => (facts = { ...facts, clientId: 'acme', dataEnv: 'prod', projectId: 'front-desk' }),
    () => (known = { ...known, complianceProjection: 'confirmed' }),
    () =>
      ([facts, known] = [
        { ...facts, startedAt: STARTED, consent },
        { ...known, consentedFrom: STARTED },
      ]),
    () => (known = { ...known, retainedFrom: STARTED }),
    () => (facts = { ...facts, redactionStatus: 'verified' }),
    () => (known = { ...known, secondaryReuse: 'allowed' }),
  ]) {
    order.push(gateTranscript(facts, known));
    mend();
  }
  expect([...order, gateTranscript(facts, known)]).toEqual([
    'permission',
    'scope',
    'compliance_projection',
    'consent',
    'retention',
    'redaction_verified',
    'secondary_reuse',
    'granted',
  ]);
});

it('grants exactly where every single condition holds', () => {
  const instants = [
    null,
    undefined,
    INVALID,
    'x',
    near(STARTED, -1),
    STARTED,
    near(STARTED, 1),
    NOW,
    near(NOW, 1),
  ];
  // Weighted towards valid values, so that about one in ten is granted.
  const mostly = <T>(sound: T, ...others: readonly T[]) =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constant(sound) },
      { weight: 1, arbitrary: fc.constantFrom(sound, ...others) },
    );
  const facts = fc.record({
    clientId: mostly<unknown>('acme', 'umbra', null),
    dataEnv: mostly<unknown>('prod', 'dev', ''),
    projectId: mostly<unknown>('front-desk', 'other', 7),
    startedAt: mostly<unknown>(STARTED, ...instants),
    consent: fc.record({
      status: mostly<unknown>('obtained', 'declined', 'withdrawn', 'OBTAINED', null, 1),
      method: mostly<unknown>('express', 'implied', null),
      obtainedAt: fc.constantFrom<unknown>(STARTED, near(STARTED, 1), NOW, ...instants),
      expiresAt: mostly<unknown>(null, ...instants),
      withdrawnAt: mostly<unknown>(null, ...instants),
    }),
    redactionStatus: mostly<unknown>('verified', 'pending', 'failed', null),
  });
  const known = fc.record({
    profile: fc.constantFrom('portal_business_v2' as const, 'portal_business_v3' as const),
    permitsTranscript: mostly<boolean | null>(true, false, null),
    routed: fc.constant(terms.routed),
    complianceProjection: mostly<GovernanceTerms['complianceProjection']>('confirmed', 'unconfirmed', null),
    consentedFrom: mostly<Date | null>(STARTED, near(STARTED, 1), INVALID, null),
    retainedFrom: mostly<Date | null>(STARTED, near(STARTED, 1), INVALID, null),
    secondaryReuse: mostly<GovernanceTerms['secondaryReuse']>('allowed', 'refused', 'not_configured', null),
    evaluatedAt: fc.constant(NOW),
  });
  const ms = (value: unknown): number => (value instanceof Date ? value.getTime() : Number.NaN);
  let granted = 0;
  fc.assert(
    fc.property(facts, known, (call, under) => {
      const { status, method, obtainedAt, expiresAt, withdrawnAt } = call.consent;
      const everything = [
        under.permitsTranscript === true,
        JSON.stringify([call.clientId, call.dataEnv, call.projectId]) === '["acme","prod","front-desk"]',
        under.complianceProjection === 'confirmed',
        status === 'obtained' && method === 'express' && withdrawnAt === null,
        ms(obtainedAt) >= ms(call.startedAt) && ms(obtainedAt) <= NOW.getTime(),
        expiresAt === null || ms(expiresAt) > NOW.getTime(),
        ms(call.startedAt) >= ms(under.consentedFrom),
        ms(call.startedAt) >= ms(under.retainedFrom),
        call.redactionStatus === 'verified',
        under.profile === 'portal_business_v3' || under.secondaryReuse === 'allowed',
      ].every(Boolean);
      expect(gateTranscript(call, under) === 'granted').toBe(everything);
      if (everything) granted += 1;
    }),
    { numRuns: 4000 },
  );
  expect(granted).toBeGreaterThan(100);
});
