import { decideContact } from '../../src/features/campaigns/rules/eligibility/decide-contact.policy.js';
import type { ContactDecision } from '../../src/features/campaigns/rules/eligibility/decide-contact.policy.js';
import type {
  CampaignFacts,
  ComplianceRules,
  ContactFacts,
} from '../../src/features/campaigns/rules/eligibility/contact-facts.js';
import type { NotCallableReason } from '../../src/features/campaigns/rules/statuses.js';
import type { RetryPolicy } from '../../src/features/campaigns/rules/eligibility/retry.policy.js';

// Friday, 10:00 in Perth and 13:00 in Sydney and Melbourne, whose clocks are an hour ahead of
// Brisbane's.
export const FRIDAY = '2026-11-20T02:00:00.000Z';

/** A person in Melbourne, with a wash and consent that are valid on that Friday. */
export const aContact = (changes: Partial<ContactFacts> = {}): ContactFacts => ({
  status: 'pending',
  isSuppressed: false,
  repeatsNumber: false,
  recentCall: null,
  callType: null,
  recipientTimezone: null,
  recipientCountry: 'AU',
  recipientSubdivision: 'AU-VIC',
  registryStatus: 'not_listed',
  registryCheckedAt: new Date('2026-11-10T00:00:00Z'),
  registryValidUntil: new Date('2026-12-10T00:00:00Z'),
  registryRulesetId: 'rules-7',
  registryWashRecordId: null,
  consentType: 'express',
  consentSource: 'web_form',
  consentGivenAt: new Date('2026-10-01T00:00:00Z'),
  consentExpiresAt: null,
  consentWithdrawnAt: null,
  hasConsentEvidence: true,
  exemptionType: null,
  exemptionVerified: null,
  attemptCount: 0,
  maxAttempts: null,
  nextAttemptAt: null,
  lastDisposition: null,
  ...changes,
});

/** A telemarketing campaign with every flag set. */
export const aCampaign = (
  changes: Partial<Omit<CampaignFacts, 'compliance' | 'retryPolicy'>> & {
    readonly compliance?: Partial<ComplianceRules>;
    readonly retryPolicy?: Partial<RetryPolicy>;
  } = {},
): CampaignFacts => ({
  status: 'running',
  callType: 'telemarketing',
  timezone: 'Australia/Sydney',
  scheduleEndAt: null,
  cli: {
    return_number_masked: '+61 *** *** 156',
    employer_name: 'Example Energy',
    authorizer_name: 'Example Group',
    call_purpose: 'Offers',
    complete: true,
  },
  ...changes,
  retryPolicy: {
    enabled: true,
    max_attempts: 3,
    backoff_base_seconds: 600,
    backoff_strategy: 'constant',
    ...changes.retryPolicy,
  },
  compliance: {
    registry_wash_required: true,
    registry_wash_max_age_days: 30,
    consent_required: true,
    prevent_after_hours: true,
    check_public_holiday: true,
    recipient_timezone_aware: true,
    exemption_type: null,
    ...changes.compliance,
  },
});

export const decide = (contact: ContactFacts, campaign: CampaignFacts, at = FRIDAY): ContactDecision =>
  decideContact(contact, campaign, new Date(at));
export const reasonsOf = (
  contact: Partial<ContactFacts>,
  campaign: Parameters<typeof aCampaign>[0] = {},
  at = FRIDAY,
): readonly NotCallableReason[] => decide(aContact(contact), aCampaign(campaign), at).reasons;
