import type { CampaignFacts, ContactFacts } from '../../campaigns/rules/eligibility/contact-facts.js';
import { nextAttemptAt } from '../../campaigns/rules/eligibility/decide-contact.policy.js';
import { retriesAllowed } from '../../campaigns/rules/eligibility/retry.policy.js';
import type {
  CampaignStatus,
  ContactStatus,
  Disposition,
  NotCallableReason,
} from '../../campaigns/rules/statuses.js';

/** The campaign's policies that decide whether another attempt follows. */
export interface RetryRules {
  readonly retry_on_no_answer?: boolean | undefined;
  readonly retry_on_voicemail?: boolean | undefined;
  readonly retry_on_busy?: boolean | undefined;
}
export interface VoicemailRules {
  readonly on_voicemail: 'leave_message' | 'hangup' | 'retry';
  readonly on_ivr: 'hangup' | 'retry';
  readonly on_silence: 'retry' | 'hangup';
}

export interface Outcome {
  readonly status: Extract<
    ContactStatus,
    'completed' | 'failed' | 'suppressed' | 'retry_scheduled' | 'cancelled' | 'expired'
  >;
  /** For `retry_scheduled`: when the contact is due again. */
  readonly nextAttemptAt: Date | null;
  /** Set if the contact must not be called again, for a reason of its own. */
  readonly reason: Extract<
    NotCallableReason,
    'dnc' | 'campaign_closed' | 'invalid_number' | 'max_attempts_reached'
  > | null;
}

/** A person or a message system was reached, or the message was delivered. */
const REACHED: readonly Disposition[] = [
  'answered',
  'goal_completed',
  'callback_requested',
  'not_interested',
  'voicemail_left',
  'transferred',
];
/** Dispositions after which the number must not be called again at all. */
const OPTED_OUT: readonly Disposition[] = ['wrong_number', 'direct_opt_out'];

const CLOSED: readonly CampaignStatus[] = ['completed', 'failed'];

/** Whether an attempt with this disposition suppresses its number (dispatch 4.4). */
export const isOptOut = (
  disposition: Disposition,
): disposition is Extract<Disposition, 'wrong_number' | 'direct_opt_out'> => OPTED_OUT.includes(disposition);

/**
 * Decides the next state of a contact (dispatch section 4).
 * @param contact with the attempt counted
 * @param calendars decide when it may be called again
 */
export function outcomeOf(
  disposition: Disposition,
  contact: ContactFacts,
  campaign: CampaignFacts,
  retry: RetryRules,
  voicemail: VoicemailRules,
  endedAt: Date,
): Outcome {
  if (isOptOut(disposition)) return { status: 'suppressed', nextAttemptAt: null, reason: 'dnc' };
  if (REACHED.includes(disposition)) return endedAs('completed');
  if (disposition === 'invalid_number')
    return { status: 'failed', nextAttemptAt: null, reason: 'invalid_number' };
  if (!isTriedAgain(disposition, retry, voicemail)) return endedAs('failed');
  // A contact that was in flight when the campaign ended is not called again (dispatch 4.5).
  if (campaign.status === 'cancelled') return endedAs('cancelled');
  if (CLOSED.includes(campaign.status)) return endedAs('expired');
  const retriesSoFar = contact.attemptCount - 1;
  if (retriesSoFar >= retriesAllowed(campaign.retryPolicy, contact.maxAttempts)) {
    return { status: 'failed', nextAttemptAt: null, reason: 'max_attempts_reached' };
  }
  const next = nextAttemptAt(contact, campaign, endedAt, retriesSoFar + 1);
  if (next === null) return endedAs('failed');
  return { status: 'retry_scheduled', nextAttemptAt: next, reason: null };
}

/** The contact is finished in this campaign: it is not callable (campaigns 5.14). */
const endedAs = (status: 'completed' | 'failed' | 'cancelled' | 'expired'): Outcome => ({
  status,
  nextAttemptAt: null,
  reason: 'campaign_closed',
});

/** Dispatch 4.3; an omitted flag of the retry policy permits it. */
function isTriedAgain(disposition: Disposition, retry: RetryRules, voicemail: VoicemailRules): boolean {
  switch (disposition) {
    case 'no_answer':
      return retry.retry_on_no_answer !== false;
    case 'busy':
      return retry.retry_on_busy !== false;
    case 'voicemail_no_message':
      return voicemail.on_voicemail === 'retry' && retry.retry_on_voicemail !== false;
    case 'ivr':
      return voicemail.on_ivr === 'retry';
    case 'silence':
      return voicemail.on_silence === 'retry';
    case 'carrier_failed':
    case 'system_failed':
      return true;
    default:
      return false;
  }
}
