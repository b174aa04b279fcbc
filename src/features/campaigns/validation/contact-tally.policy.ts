import type { CampaignFacts } from '../rules/eligibility/contact-facts.js';
import { storedReason, stricter, type ContactDecision } from '../rules/eligibility/decide-contact.policy.js';
import type { ContactWarning } from '../rules/calling-hours/local-moment.policy.js';
import type { CallType, NotCallableReason } from '../rules/statuses.js';

/** The codes for counts of contacts, in addition to the reasons of single contacts. */
export type ContactCode = NotCallableReason | ContactWarning | 'schedule_ends_first';

/** How many of a campaign's open contacts may be called, and what prevents the others. */
export interface ContactTally {
  /**
   * The strictest type among the campaign's and those of its open contacts, including opted-out
   * ones, since an opt-out may be withdrawn.
   */
  callType: CallType;
  callable: number;
  /** Contacts that wait for a permitted instant, and the first and the last one. */
  deferred: number;
  deferredFrom: Date | null;
  deferredUntil: Date | null;
  /** How many contacts each code applies to; one contact may count under several. */
  readonly blockers: Map<ContactCode, number>;
  readonly warnings: Map<ContactCode, number>;
}

export const emptyTally = (callType: CallType): ContactTally => ({
  callType,
  callable: 0,
  deferred: 0,
  deferredFrom: null,
  deferredUntil: null,
  blockers: new Map(),
  warnings: new Map(),
});

/**
 * A contact with one of these reasons is never called again, and is counted under no other code.
 */
const ENDED: readonly NotCallableReason[] = [
  'dnc',
  'campaign_closed',
  'number_repeated',
  'invalid_number',
  'max_attempts_reached',
];
const OF_PLACE: readonly NotCallableReason[] = ['timezone_missing', 'timezone_invalid', 'location_missing'];

/**
 * Whether a reason prevents the launch of a campaign (campaigns 6.3). Times of day do so if the
 * campaign's flags demand it; otherwise contacts wait, since the law applies to each call anyway.
 */
export function isBlocker(
  reason: NotCallableReason,
  callType: CallType,
  flags: Pick<CampaignFacts['compliance'], 'prevent_after_hours' | 'check_public_holiday'>,
): boolean {
  if (ENDED.includes(reason) || reason === 'called_recently') return false;
  const isService = callType === 'service';
  if (reason === 'after_hours') return !isService && flags.prevent_after_hours;
  if (reason === 'public_holiday') return !isService && flags.check_public_holiday;
  return !(isService && OF_PLACE.includes(reason));
}

/** Counts one decision for this many contacts. */
export function addDecision(
  tally: ContactTally,
  decision: ContactDecision,
  campaign: CampaignFacts,
  contacts: number,
): void {
  const add = (counts: Map<ContactCode, number>, code: ContactCode): void => {
    counts.set(code, (counts.get(code) ?? 0) + contacts);
  };
  const { reason, deferredUntil, callType } = decision;
  tally.callType = stricter(tally.callType, callType);
  const reasons = reason !== null && ENDED.includes(reason) ? [reason] : decision.reasons;
  for (const each of reasons) {
    add(isBlocker(each, callType, campaign.compliance) ? tally.blockers : tally.warnings, each);
  }
  if (decision.callable) tally.callable += contacts;
  if (storedReason(decision) === null) for (const warning of decision.warnings) add(tally.warnings, warning);
  if (deferredUntil === null) return;
  const { scheduleEndAt } = campaign;
  if (scheduleEndAt !== null && deferredUntil >= scheduleEndAt) {
    add(tally.warnings, 'schedule_ends_first');
    return;
  }
  tally.deferred += contacts;
  if (tally.deferredFrom === null || deferredUntil < tally.deferredFrom) tally.deferredFrom = deferredUntil;
  if (tally.deferredUntil === null || deferredUntil > tally.deferredUntil)
    tally.deferredUntil = deferredUntil;
}
