// Rules: dispatch 4.1, 4.2, 4.3, 4.5.
import { describe, expect, it } from 'vitest';
import type { CampaignFacts, ContactFacts } from '../../campaigns/rules/eligibility/contact-facts.js';
import type { Disposition } from '../../campaigns/rules/statuses.js';
import { outcomeOf } from './attempt-result.policy.js';

const CONTACT: ContactFacts = {
  status: 'dialing',
  isSuppressed: false,
  repeatsNumber: false,
  recentCall: null,
  callType: null,
  recipientTimezone: 'Australia/Sydney',
  recipientCountry: null,
  recipientSubdivision: null,
  registryStatus: 'not_listed',
  registryCheckedAt: null,
  registryValidUntil: null,
  registryRulesetId: null,
  registryWashRecordId: null,
  consentType: null,
  consentSource: null,
  consentGivenAt: null,
  consentExpiresAt: null,
  consentWithdrawnAt: null,
  hasConsentEvidence: false,
  exemptionType: null,
  exemptionVerified: null,
  attemptCount: 1,
  maxAttempts: null,
  nextAttemptAt: null,
  lastDisposition: null,
};
const CAMPAIGN: CampaignFacts = {
  status: 'running',
  callType: 'telemarketing',
  timezone: 'Australia/Sydney',
  scheduleEndAt: null,
  retryPolicy: { enabled: true, max_attempts: 2, backoff_base_seconds: 3600, backoff_strategy: 'constant' },
  compliance: {
    registry_wash_required: false,
    registry_wash_max_age_days: 30,
    consent_required: false,
    prevent_after_hours: true,
    check_public_holiday: true,
    exemption_type: null,
    recipient_timezone_aware: true,
  },
  cli: {
    return_number_masked: null,
    employer_name: null,
    authorizer_name: null,
    call_purpose: null,
    complete: false,
  },
};
const RETRIES = { on_voicemail: 'retry', on_ivr: 'retry', on_silence: 'retry' } as const;
const HANGS_UP = { on_voicemail: 'hangup', on_ivr: 'hangup', on_silence: 'hangup' } as const;
/** A Wednesday, 12:00 in Sydney. */
const NOON = new Date('2026-11-25T01:00:00.000Z');
const AN_HOUR_LATER = new Date('2026-11-25T02:00:00.000Z');

const after = (
  disposition: Disposition,
  {
    contact = {},
    campaign = {},
    retry = {},
    voicemail = RETRIES,
    at = NOON,
  }: {
    contact?: Partial<ContactFacts>;
    campaign?: Partial<CampaignFacts>;
    retry?: object;
    voicemail?: typeof RETRIES | typeof HANGS_UP;
    at?: Date;
  } = {},
): string => {
  const outcome = outcomeOf(
    disposition,
    { ...CONTACT, ...contact },
    { ...CAMPAIGN, ...campaign },
    retry,
    voicemail,
    at,
  );
  const due = outcome.nextAttemptAt === null ? '' : ` ${outcome.nextAttemptAt.toISOString()}`;
  return `${outcome.status}${outcome.reason === null ? '' : ` ${outcome.reason}`}${due}`;
};
const RETRY = `retry_scheduled ${AN_HOUR_LATER.toISOString()}`;

describe('a contact whose attempt has ended', () => {
  it.each<[Disposition, string, string]>([
    ['answered', 'completed campaign_closed', 'completed campaign_closed'],
    ['goal_completed', 'completed campaign_closed', 'completed campaign_closed'],
    ['callback_requested', 'completed campaign_closed', 'completed campaign_closed'],
    ['not_interested', 'completed campaign_closed', 'completed campaign_closed'],
    ['voicemail_left', 'completed campaign_closed', 'completed campaign_closed'],
    ['voicemail_no_message', RETRY, 'failed campaign_closed'],
    ['ivr', RETRY, 'failed campaign_closed'],
    ['silence', RETRY, 'failed campaign_closed'],
    ['no_answer', RETRY, RETRY],
    ['busy', RETRY, RETRY],
    ['rejected', 'failed campaign_closed', 'failed campaign_closed'],
    ['invalid_number', 'failed invalid_number', 'failed invalid_number'],
    ['carrier_failed', RETRY, RETRY],
    ['system_failed', RETRY, RETRY],
    ['wrong_number', 'suppressed dnc', 'suppressed dnc'],
    ['direct_opt_out', 'suppressed dnc', 'suppressed dnc'],
    ['transferred', 'completed campaign_closed', 'completed campaign_closed'],
  ])('with %s is %s where the voicemail policy retries, and %s where it hangs up', (end, retried, hungUp) => {
    expect(after(end)).toBe(retried);
    expect(after(end, { voicemail: HANGS_UP })).toBe(hungUp);
  });

  it.each<[Disposition, object]>([
    ['no_answer', { retry_on_no_answer: false }],
    ['busy', { retry_on_busy: false }],
    ['voicemail_no_message', { retry_on_voicemail: false }],
  ])('is not called again after %s with %j', (end, retry) => {
    expect(after(end, { retry })).toBe('failed campaign_closed');
  });

  it.each<[string, Partial<ContactFacts>, Partial<CampaignFacts>, string]>([
    ['its last retry', { attemptCount: 3 }, {}, 'failed max_attempts_reached'],
    ['the one before', { attemptCount: 2 }, {}, RETRY],
    ['retries of its own', { attemptCount: 3, maxAttempts: 3 }, {}, RETRY],
    ['none of its own', { maxAttempts: 0 }, {}, 'failed max_attempts_reached'],
    [
      'a policy that is off',
      {},
      { retryPolicy: { ...CAMPAIGN.retryPolicy, enabled: false } },
      'failed max_attempts_reached',
    ],
    ['a cancelled campaign', {}, { status: 'cancelled' }, 'cancelled campaign_closed'],
    ['a campaign that is over', {}, { status: 'completed' }, 'expired campaign_closed'],
    ['a paused campaign', {}, { status: 'paused' }, RETRY],
  ])('after %s', (_, contact, campaign, expected) => {
    expect(after('no_answer', { contact, campaign })).toBe(expected);
  });

  it('is called again in permitted hours', () => {
    // 19:30 in Sydney: an hour later it is 20:30, and the next window opens at 9:00.
    const evening = new Date('2026-11-25T08:30:00.000Z');
    expect(after('busy', { at: evening })).toBe('retry_scheduled 2026-11-25T22:00:00.000Z');
  });
});
