import { describe, expect, it } from 'vitest';
import { FRIDAY, aCampaign, aContact, decide, reasonsOf } from '../../../../../test/support/contact-facts.js';
import type { ContactFacts } from './contact-facts.js';
import { decideContact, lastingReason, nextAttemptAt } from './decide-contact.policy.js';
import type { RetryPolicy } from './retry.policy.js';

it('finds nothing against a contact with a place, a wash and consent at noon of a weekday', () => {
  expect(decide(aContact(), aCampaign())).toMatchObject({
    callable: true,
    reason: null,
    reasons: [],
    deferredUntil: null,
    warnings: [],
  });
});

describe('which of several reasons is given (campaigns 5.1)', () => {
  // Each adds a reason to those above it, and takes precedence over them.
  const worsening: readonly [string, Partial<ContactFacts>, string][] = [
    ['public_holiday', {}, '2026-12-25T02:00:00Z'],
    ['after_hours', {}, '2026-12-25T12:00:00Z'],
    [
      'location_missing',
      { recipientCountry: null, recipientSubdivision: null, recipientTimezone: 'Asia/Tokyo' },
      '2026-12-25T12:00:00Z',
    ],
    ['consent_missing', { consentType: null }, '2026-12-25T12:00:00Z'],
    ['registry_missing', { registryStatus: 'unknown' }, '2026-12-25T12:00:00Z'],
    ['max_attempts_reached', { attemptCount: 4 }, '2026-12-25T12:00:00Z'],
    ['invalid_number', { lastDisposition: 'invalid_number' }, '2026-12-25T12:00:00Z'],
    ['campaign_closed', { status: 'expired' }, '2026-12-25T12:00:00Z'],
    ['dnc', { isSuppressed: true }, '2026-12-25T12:00:00Z'],
  ];
  it.each(worsening.map(([reason], index) => ({ reason, index })))(
    '$reason before those below it',
    ({ index }) => {
      const changes = worsening
        .slice(0, index + 1)
        .reduce<Partial<ContactFacts>>((all, [, change]) => ({ ...all, ...change }), {});
      // Evidence from November would have expired by December, which is not under test.
      const fresh = {
        registryCheckedAt: new Date('2026-12-20Z'),
        registryValidUntil: new Date('2027-01-19Z'),
      };
      const decision = decide(aContact({ ...fresh, ...changes }), aCampaign(), worsening[index]![2]);
      const expected = worsening.slice(0, index + 1).map(([reason]) => reason);
      expect(decision.reasons).toEqual(expected.toReversed());
      expect(decision.reason).toBe(expected.at(-1));
    },
  );

  it('leaves the hour and the day out of the lasting reason', () => {
    const night = new Date('2026-11-20T12:00:00Z');
    expect(decideContact(aContact(), aCampaign(), night).reason).toBe('after_hours');
    expect(lastingReason(aContact(), aCampaign(), night)).toBeNull();
    expect(lastingReason(aContact({ isSuppressed: true }), aCampaign(), night)).toBe('dnc');
  });
});

// campaigns 5.17, 5.19
describe('a call by another campaign', () => {
  const callAt = (at: string, hours: number): Partial<ContactFacts> => {
    const from = new Date(at);
    return { recentCall: { at: from, pauseEndsAt: new Date(from.getTime() + hours * 3_600_000) } };
  };

  it.each([
    ['defers a contact to the end of the pause', '2026-11-20T00:00:00Z', 4, '2026-11-20T04:00:00.000Z'],
    ['defers it to the permitted hour after that', '2026-11-19T12:00:00Z', 24, '2026-11-20T22:00:00.000Z'],
  ])('%s', (_, at, hours, until) => {
    const decision = decide(aContact(callAt(at, hours)), aCampaign());
    expect([decision.reason, decision.deferredUntil?.toISOString()]).toEqual(['called_recently', until]);
    expect(lastingReason(aContact(callAt(at, hours)), aCampaign(), new Date(FRIDAY))).toBeNull();
  });

  // campaigns 5.1
  it('comes after what lasts, and before the hour and the day', () => {
    const contact = aContact({ ...callAt('2026-12-25T00:00:00Z', 24), registryStatus: 'listed' });
    expect(decide(contact, aCampaign(), '2026-12-25T12:00:00Z').reasons).toEqual([
      'registry_listed',
      'called_recently',
      'after_hours',
      'public_holiday',
    ]);
  });

  it('defers a contact whose place is unknown where no hours bind the call', () => {
    const contact = aContact({ ...callAt(FRIDAY, 1), recipientCountry: null, recipientSubdivision: null });
    const compliance = { ...aCampaign().compliance, prevent_after_hours: false, check_public_holiday: false };
    const decision = decide(contact, { ...aCampaign(), callType: 'service', compliance });
    expect(decision.deferredUntil).toEqual(new Date(Date.parse(FRIDAY) + 3_600_000));
  });

  it.each([
    ['ends with the pause', callAt('2026-11-19T02:00:00Z', 24)],
    ['keeps no retry waiting', { ...callAt(FRIDAY, 24), attemptCount: 1 }],
    ['keeps nobody waiting without a pause', callAt(FRIDAY, 0)],
  ])('%s', (_, facts) => {
    expect(decide(aContact(facts), aCampaign()).callable).toBe(true);
  });

  it('is evidence', () => {
    const { recent_call_summary: summary } = decide(
      aContact(callAt('2026-11-18T02:00:00Z', 24)),
      aCampaign(),
    );
    expect(summary).toEqual({
      called_at_utc: new Date('2026-11-18T02:00:00Z'),
      may_be_called_from_utc: new Date('2026-11-19T02:00:00Z'),
    });
  });
});

describe('what ends it (campaigns 5.14, 5.15)', () => {
  it.each([
    ['suppressed', ['dnc']],
    ['completed', ['campaign_closed']],
    ['failed', ['campaign_closed']],
    ['cancelled', ['campaign_closed']],
    ['expired', ['campaign_closed']],
    ['retry_scheduled', []],
  ] as const)('a contact that is %s', (status, expected) => {
    expect(reasonsOf({ status })).toEqual(expected);
  });
  it.each(['completed', 'cancelled', 'failed'] as const)('a campaign that is %s', (status) => {
    expect(reasonsOf({}, { status })).toEqual(['campaign_closed']);
  });
  it('the end of the schedule', () => {
    expect(reasonsOf({}, { scheduleEndAt: new Date(FRIDAY) })).toEqual(['campaign_closed']);
    expect(reasonsOf({}, { scheduleEndAt: new Date(Date.parse(FRIDAY) + 1) })).toEqual([]);
  });
  it.each([
    [3, null, true, []],
    [4, null, true, ['max_attempts_reached']],
    [1, 0, true, ['max_attempts_reached']],
    [5, 5, true, []],
    [6, 5, true, ['max_attempts_reached']],
    [0, 5, false, []],
    [1, 5, false, ['max_attempts_reached']],
  ])('%i attempts, own limit %s, retries %s: %j', (attemptCount, maxAttempts, enabled, expected) => {
    expect(reasonsOf({ attemptCount, maxAttempts }, { retryPolicy: { enabled } })).toEqual(expected);
  });
});

describe('retries (campaigns 5.16)', () => {
  const next = (policy: Partial<RetryPolicy>, retry: number, endedAt = FRIDAY) =>
    nextAttemptAt(aContact(), aCampaign({ retryPolicy: policy }), new Date(endedAt), retry)?.toISOString();
  it.each([
    ['constant', 600, 3, '2026-11-20T02:10:00.000Z'],
    ['linear', 600, 3, '2026-11-20T02:30:00.000Z'],
    ['exponential', 600, 1, '2026-11-20T02:10:00.000Z'],
    ['exponential', 600, 3, '2026-11-20T02:40:00.000Z'],
    // A week rather than 2^19 times as much.
    ['exponential', 604_800, 20, '2026-11-27T02:00:00.000Z'],
    ['constant', 0, 1, FRIDAY],
    // From Friday night to Saturday, from Saturday to Monday.
    ['constant', 7 * 3600, 1, '2026-11-20T22:00:00.000Z'],
    ['constant', 30 * 3600, 1, '2026-11-22T22:00:00.000Z'],
  ] as const)('%s of %i s, the %i.: %s', (backoff_strategy, backoff_base_seconds, retry, expected) => {
    expect(next({ backoff_strategy, backoff_base_seconds }, retry)).toBe(expected);
  });
  it('passes over the days of Christmas', () => {
    // From Thursday the 24th to Tuesday the 29th of December 2026.
    expect(next({ backoff_base_seconds: 3600 }, 1, '2026-12-24T08:30:00Z')).toBe('2026-12-28T22:00:00.000Z');
  });
  it('needs no hours where there are none, and a clock where there are', () => {
    const nowhere = aContact({ recipientSubdivision: null });
    const compliance = { prevent_after_hours: false, check_public_holiday: false };
    const service = aCampaign({ callType: 'service', compliance });
    expect(nextAttemptAt(nowhere, service, new Date('2026-12-25T12:00:00Z'), 1)?.toISOString()).toBe(
      '2026-12-25T12:10:00.000Z',
    );
    expect(nextAttemptAt(nowhere, aCampaign(), new Date(FRIDAY), 1)).toBeNull();
  });
});

describe('deferral (campaigns 5.17)', () => {
  const until = (contact: Partial<ContactFacts>, at: string) =>
    decide(aContact(contact), aCampaign(), at).deferredUntil?.toISOString() ?? null;
  it('is given if only the hour or the day is against a call', () => {
    expect(until({}, FRIDAY)).toBeNull();
    expect(until({}, '2026-11-20T09:00:00Z')).toBe('2026-11-20T22:00:00.000Z');
    expect(until({ recipientSubdivision: 'AU-WA' }, '2026-11-21T12:00:00Z')).toBe('2026-11-23T01:00:00.000Z');
    expect(until({ isSuppressed: true }, '2026-11-20T12:00:00Z')).toBeNull();
  });
  it('goes by the clock of that day: Sydney puts it forward on 4 October 2026', () => {
    const sydney = { recipientSubdivision: 'AU-NSW' };
    const fresh = { registryCheckedAt: new Date('2026-10-01Z'), registryValidUntil: new Date('2026-10-20Z') };
    // The Monday after it is Labour Day there, which is only a warning.
    expect(until({ ...sydney, ...fresh }, '2026-10-03T08:00:00Z')).toBe('2026-10-04T22:00:00.000Z');
  });
});

describe('evidence (campaigns 5.18)', () => {
  it('names the basis of the decision', () => {
    const contact = aContact({
      recipientTimezone: 'Australia/Lord_Howe',
      registryWashRecordId: 'wash',
      attemptCount: 1,
      lastDisposition: 'busy',
    });
    const decision = decide(contact, aCampaign());
    expect(JSON.parse(JSON.stringify(decision))).toMatchObject({
      timezone_evaluation: {
        recipient_timezone: 'Australia/Lord_Howe',
        source: 'contact',
        local_time: '2026-11-20T13:00:00+11:00',
        window_start: '09:00',
        window_end: '20:00',
        within_window: true,
        evaluated_at_utc: FRIDAY,
      },
      holiday_evaluation: {
        calendar: 'AU',
        subdivision: 'AU-VIC',
        holiday_name: null,
        is_national: false,
        blocked: false,
      },
      dncr_summary: {
        registry_wash_record_id: 'wash',
        registry_status: 'not_listed',
        washed_at_utc: '2026-11-10T00:00:00.000Z',
        valid_until_utc: '2026-12-10T00:00:00.000Z',
        age_days: 10,
        ruleset_id: 'rules-7',
      },
      cli_summary: { return_number_masked: '+61 *** *** 156', complete: true },
      retry_summary: { attempt_number: 2, max_attempts: 3, next_attempt_at_utc: null, reason: 'busy' },
      consent_evidence: { required: true, state: 'valid', consent_type: 'express', evidence_recorded: true },
      exemption_evidence: { exemption_type: null, verified: false },
    });
  });
  it('cannot be changed afterwards', () => {
    const decision = decide(aContact(), aCampaign());
    for (const part of [decision, decision.timezone_evaluation, decision.dncr_summary, decision.reasons]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});
