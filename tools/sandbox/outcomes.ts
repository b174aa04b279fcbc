/** The fields of a lease that decide the course of a call. */
export interface DialledLease {
  readonly to_number: string;
  readonly attempt_number: number;
  readonly voicemail_policy: { readonly on_voicemail: string };
}

/** The course of a call. */
export interface Outcome {
  readonly disposition: string;
  readonly callStatus: 'completed' | 'missed' | 'failed';
  /** Why it was missed or failed. */
  readonly statusDetail: string | null;
  readonly resolutionStatus: string | null;
  readonly endReason: string | null;
}

const completed = (disposition: string, resolutionStatus: string, endReason: string): Outcome => ({
  disposition,
  callStatus: 'completed',
  statusDetail: null,
  resolutionStatus,
  endReason,
});
const without = (
  disposition: string,
  callStatus: 'missed' | 'failed',
  statusDetail = disposition,
): Outcome => ({
  disposition,
  callStatus,
  statusDetail,
  resolutionStatus: null,
  endReason: null,
});

/** By the last two digits. */
const RARE: Readonly<Record<string, Outcome>> = {
  '90': completed('transferred', 'transferred', 'transferred'),
  '93': completed('silence', 'abandoned', 'system_hangup'),
  '94': completed('ivr', 'abandoned', 'system_hangup'),
  '95': without('invalid_number', 'failed'),
  '96': without('system_failed', 'failed'),
  '97': without('carrier_failed', 'failed'),
  '98': completed('wrong_number', 'resolved', 'caller_hangup'),
  '99': completed('direct_opt_out', 'resolved', 'caller_hangup'),
};

const VOICEMAIL = {
  leave_message: completed('voicemail_left', 'resolved', 'agent_hangup'),
  other: without('voicemail_no_message', 'missed', 'voicemail'),
};

/** By the last digit, unless the last two have an entry. */
const COMMON: Readonly<Record<string, Outcome>> = {
  '0': completed('goal_completed', 'resolved', 'agent_hangup'),
  '1': completed('goal_completed', 'resolved', 'agent_hangup'),
  '2': completed('answered', 'resolved', 'caller_hangup'),
  '3': completed('answered', 'resolved', 'caller_hangup'),
  '4': completed('callback_requested', 'follow_up_required', 'caller_hangup'),
  '5': without('no_answer', 'missed'),
  '6': without('busy', 'missed'),
  '8': completed('not_interested', 'resolved', 'caller_hangup'),
  '9': without('rejected', 'missed'),
};

/**
 * The first call to these numbers vanishes. Three digits: no number of the demo ends with them, so
 * that the demo finishes within a minute.
 */
const VANISHING = '222';

/**
 * Whether the runtime vanishes during a call: it reports nothing, as if it had died, so that the
 * lease expires and the contact waits for its retry. The last digits of the number decide.
 */
export const vanishes = ({ to_number: number, attempt_number: attempt }: DialledLease): boolean =>
  attempt === 1 && number.endsWith(VANISHING);

/**
 * The course of a call to a number, which depends only on the last digits (docs/operations.md has
 * the table).
 */
export function outcomeOf({
  to_number: number,
  voicemail_policy: policy,
}: Pick<DialledLease, 'to_number' | 'voicemail_policy'>): Outcome {
  const rare = RARE[number.slice(-2)];
  if (rare) return rare;
  const common = COMMON[number.slice(-1)];
  if (common) return common;
  return policy.on_voicemail === 'leave_message' ? VOICEMAIL.leave_message : VOICEMAIL.other;
}
