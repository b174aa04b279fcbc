import { Cooperative } from '../../../core/shared/cooperative.js';
import { lapsedUntil } from '../rules/eligibility/consent.policy.js';
import type { CampaignFacts, ContactFacts } from '../rules/eligibility/contact-facts.js';
import { decideContact, storedReason } from '../rules/eligibility/decide-contact.policy.js';
import { washMaxAgeMs } from '../rules/eligibility/registry.policy.js';
import type { CallType, NotCallableReason, RegistryStatus } from '../rules/statuses.js';
import { addDecision, emptyTally, type ContactTally } from './contact-tally.policy.js';

/** A contact as the example of all contacts with the same decision. */
export interface DecidedAlike {
  readonly repeats_number: boolean;
  readonly call_type: CallType | null;
  readonly recipient_timezone: string | null;
  readonly recipient_country: string | null;
  readonly recipient_subdivision: string | null;
  readonly registry_status: RegistryStatus | null;
  readonly registry_checked_at: Date | null;
  readonly registry_valid_until: Date | null;
  readonly consent_type: string | null;
  readonly consent_given_at: Date | null;
  readonly consent_expires_at: Date | null;
  readonly consent_withdrawn_at: Date | null;
  readonly has_evidence: boolean;
  readonly exemption_type: string | null;
  readonly exemption_verified: boolean | null;
  readonly attempt_count: number;
  readonly max_attempts: number | null;
  readonly is_invalid_number: boolean | null;
  readonly not_callable_reason: NotCallableReason | null;
  /** Both are null if no other campaign called the number recently. */
  readonly called_at: Date | null;
  readonly pause_ends_at: Date | null;
  readonly contacts: number;
}

export interface ContactGroupRow extends DecidedAlike {
  readonly key: string;
}

/** The values of the statements about groups: the boundaries of instants. */
export const bordersOf = (campaignId: string, campaign: CampaignFacts, at: Date): unknown[] => [
  campaignId,
  at,
  new Date(at.getTime() - washMaxAgeMs(campaign.compliance)),
  new Date(lapsedUntil(at.getTime())),
];

export interface DecidedContacts {
  readonly tally: ContactTally;
  /**
   * Groups whose stored reason differs from the decision: their keys, the lasting reason, and their
   * number.
   */
  readonly changed: readonly {
    readonly key: string;
    readonly reason: NotCallableReason | null;
    readonly contacts: number;
  }[];
}

/** Decides about each group once; yields in between, because groups may be many. */
export async function decideGroups(
  groups: readonly ContactGroupRow[],
  campaign: CampaignFacts,
  at: Date,
): Promise<DecidedContacts> {
  const slices = new Cooperative();
  const tally = emptyTally(campaign.callType);
  const changed: DecidedContacts['changed'][number][] = [];
  for (const group of groups) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    const decision = decideContact(factsOf(group), campaign, at);
    addDecision(tally, decision, campaign, group.contacts);
    const reason = storedReason(decision);
    if (reason !== group.not_callable_reason) {
      changed.push({ key: group.key, reason, contacts: group.contacts });
    }
  }
  return { tally, changed };
}

export const factsOf = (group: DecidedAlike): ContactFacts => ({
  status: 'pending',
  // Every change of suppressions updates the contact's reason too.
  isSuppressed: group.not_callable_reason === 'dnc',
  repeatsNumber: group.repeats_number,
  recentCall:
    group.called_at === null || group.pause_ends_at === null
      ? null
      : { at: group.called_at, pauseEndsAt: group.pause_ends_at },
  callType: group.call_type,
  recipientTimezone: group.recipient_timezone,
  recipientCountry: group.recipient_country,
  recipientSubdivision: group.recipient_subdivision,
  registryStatus: group.registry_status,
  registryCheckedAt: group.registry_checked_at,
  registryValidUntil: group.registry_valid_until,
  registryRulesetId: null,
  registryWashRecordId: null,
  consentType: group.consent_type,
  consentSource: null,
  consentGivenAt: group.consent_given_at,
  consentExpiresAt: group.consent_expires_at,
  consentWithdrawnAt: group.consent_withdrawn_at,
  hasConsentEvidence: group.has_evidence,
  exemptionType: group.exemption_type,
  exemptionVerified: group.exemption_verified,
  attemptCount: group.attempt_count,
  maxAttempts: group.max_attempts,
  nextAttemptAt: null,
  lastDisposition: group.is_invalid_number === true ? 'invalid_number' : null,
});
