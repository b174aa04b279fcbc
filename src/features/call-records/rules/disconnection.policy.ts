import { CallStatus, ClassifiedOutcome, DisconnectionReason } from './call-vocabulary.js';
import { CallFacts, primaryOutcome } from './call-outcome.policy.js';

/** The party that ended the call. `transferred` is missing: evidence of a transfer comes first. */
export const REASON_BY_RESOLUTION: ReadonlyMap<string, DisconnectionReason> = new Map<
  Exclude<ClassifiedOutcome, 'transferred'>,
  DisconnectionReason
>([
  ['resolved', 'agent_or_system_end'],
  ['follow_up_required', 'agent_or_system_end'],
  ['timeout', 'agent_or_system_end'],
  ['abandoned', 'caller_hangup'],
  ['caller_hangup', 'caller_hangup'],
  ['technical_failure', 'failed'],
]);

/** `completed` is missing on purpose: a completed call does not say who ended it. */
export const REASON_BY_STATUS: ReadonlyMap<string, DisconnectionReason> = new Map<
  CallStatus,
  DisconnectionReason
>([
  ['missed', 'missed'],
  ['failed', 'failed'],
]);

export const REASON_BY_END: ReadonlyMap<string, DisconnectionReason> = new Map<string, DisconnectionReason>([
  ['caller_hangup', 'caller_hangup'],
  ['agent_hangup', 'agent_or_system_end'],
  ['system_end', 'agent_or_system_end'],
]);

/**
 * Why a call ended, in the service's own six words (calls 3.6). The first known fact decides:
 * transfer evidence, resolution, missed or failed status, stated end, unknown.
 */
export function disconnectionReason(facts: CallFacts): DisconnectionReason {
  if (facts.transferNamedTarget || primaryOutcome(facts) === 'transferred') return 'transferred';
  return (
    REASON_BY_RESOLUTION.get(facts.resolutionStatus ?? '') ??
    REASON_BY_STATUS.get(facts.callStatus) ??
    REASON_BY_END.get(facts.endReason ?? '') ??
    'unknown'
  );
}
