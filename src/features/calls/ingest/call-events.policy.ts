import type { CallEventType, CallStatus } from '../rules/call-vocabulary.js';
import { effectiveSentiment } from '../rules/sentiment.policy.js';
import { hasTransferAttempt } from '../rules/transfer.policy.js';
import type { CallRecord } from './call-record.js';

const ENDED: ReadonlySet<CallStatus> = new Set<CallStatus>(['completed', 'missed', 'failed']);

/** Resolutions that say nothing yet; `pending` is what older runtimes send until the analysis is there. */
const NO_RESOLUTION: ReadonlySet<string> = new Set(['', 'pending']);

/**
 * The events that this version of a call asserts, in the order in which they happen. A later version asserts
 * earlier ones again; the store appends each only once per call (contract, "Webhook events").
 */
export function eventsOf(record: CallRecord): CallEventType[] {
  const ended = ENDED.has(record.callStatus);
  const events: CallEventType[] = [];
  if (record.callStatus !== 'queued') events.push('call_started');
  if (hasTransferAttempt(record.transfer)) events.push('transfer_initiated');
  if (ended) events.push('call_ended');
  if (ended && isAnalyzed(record)) events.push('call_analyzed');
  return events;
}

function isAnalyzed(record: CallRecord): boolean {
  return (
    !NO_RESOLUTION.has((record.resolutionStatus ?? '').trim()) ||
    (record.summary ?? '').trim() !== '' ||
    effectiveSentiment(record.sentiment, record.callerSentiment) !== 'unclassified'
  );
}
