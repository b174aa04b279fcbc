import type { CallingRules } from '../calling-hours/calling-hours.policy.js';
import type { ConsentState } from './consent.policy.js';
import type { CampaignFacts, ContactFacts } from './contact-facts.js';
import type { RecipientPlace } from '../calling-hours/recipient-place.policy.js';
import { registryReason } from './registry.policy.js';
import { retriesAllowed } from './retry.policy.js';
import { CLOSED_STATUSES, TERMINAL_STATUSES, type CallType, type NotCallableReason } from '../statuses.js';

/** The findings about a contact, collected for a decision. */
export interface Findings {
  readonly atMs: number;
  readonly callType: CallType;
  readonly rules: CallingRules;
  readonly place: RecipientPlace;
  readonly consent: ConsentState;
}

/**
 * Adds the reasons why a contact may not be called at any hour, in their order (campaigns 5.1): an
 * opt-out, then reasons that end its part in the campaign, then those that better evidence would
 * resolve.
 */
export function addLastingReasons(
  reasons: NotCallableReason[],
  contact: ContactFacts,
  campaign: CampaignFacts,
  { atMs, callType, rules, place, consent }: Findings,
): void {
  if (contact.isSuppressed || contact.status === 'suppressed') reasons.push('dnc');
  if (isClosed(contact, campaign, atMs)) reasons.push('campaign_closed');
  if (contact.repeatsNumber) reasons.push('number_repeated');
  if (contact.registryStatus === 'invalid' || contact.lastDisposition === 'invalid_number') {
    reasons.push('invalid_number');
  }
  if (contact.attemptCount > retriesAllowed(campaign.retryPolicy, contact.maxAttempts)) {
    reasons.push('max_attempts_reached');
  }
  const isExempt = exemptionType(contact, campaign) !== null && contact.exemptionVerified === true;
  if (!isExempt) {
    const registry = registryReason(contact, campaign.compliance, callType, atMs);
    if (registry !== null) reasons.push(registry);
  }
  const missing = consentReason(contact, campaign, callType, consent, isExempt);
  if (missing !== null) reasons.push(missing);
  const fault = placeReason(place, rules);
  if (fault !== null) reasons.push(fault);
}

/**
 * Whether the campaign, or the contact's part in it, has ended; a contact without remaining
 * attempts has a separate reason.
 */
function isClosed(contact: ContactFacts, campaign: CampaignFacts, atMs: number): boolean {
  if (CLOSED_STATUSES.includes(campaign.status)) return true;
  if (campaign.scheduleEndAt !== null && campaign.scheduleEndAt.getTime() <= atMs) return true;
  return contact.status !== 'suppressed' && TERMINAL_STATUSES.includes(contact.status);
}

/** The contact's own exemption, or else the campaign's. */
export const exemptionType = (contact: ContactFacts, { compliance }: CampaignFacts): string | null =>
  contact.exemptionType ?? compliance.exemption_type;

/**
 * The fault of a contact's consent (campaigns 5.11 to 5.13). Telemarketing and research respect a
 * withdrawal even if the campaign does not require consent. The other rules apply only if it does,
 * and no verified exemption replaces consent.
 */
function consentReason(
  contact: ContactFacts,
  campaign: CampaignFacts,
  callType: CallType,
  consent: ConsentState,
  isExempt: boolean,
): NotCallableReason | null {
  const isRequired = campaign.compliance.consent_required;
  if (consent === 'withdrawn' && (isRequired || callType !== 'service')) return 'consent_withdrawn';
  if (!isRequired || isExempt || consent === 'valid' || consent === 'withdrawn') return null;
  const isOnlyClaimed = consent === 'missing' && exemptionType(contact, campaign) !== null;
  return isOnlyClaimed ? 'exemption_unverified' : `consent_${consent}`;
}

/** The place is needed only if hours or holidays apply to the call (campaigns 5.4, 5.5). */
function placeReason({ fault }: RecipientPlace, rules: CallingRules): NotCallableReason | null {
  const isNeeded = rules.keepsHolidays || (rules.hoursOf !== null && fault !== 'location_missing');
  return isNeeded ? fault : null;
}
