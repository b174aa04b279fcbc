import { ENDED_STATUSES, type CallEventType } from '../../call-records/rules/call-vocabulary.js';
import { effectiveSentiment } from '../../call-records/rules/sentiment.policy.js';
import { hasTransferAttempt } from '../../call-records/rules/transfer.policy.js';
import type { CallRecord } from './call-record.js';

/** Resolutions without a meaning yet; older runtimes send `pending` until the analysis. */
const NO_RESOLUTION: ReadonlySet<string> = new Set(['', 'pending']);

interface CallEvent {
  readonly type: CallEventType;
  readonly occurredAt: Date;
}

/**
 * The events that this version of a call implies, in chronological order. A later version implies
 * earlier ones again; the store appends each only once per call (calls-ingest 5.2). Runtimes do not
 * report when an analysis was made: it counts as made at the call's end.
 */
export function eventsOf(record: CallRecord): CallEvent[] {
  const ended = ENDED_STATUSES.has(record.callStatus);
  const endedAt = record.endedAt ?? record.startedAt;
  const events: CallEvent[] = [];
  if (record.callStatus !== 'queued') events.push({ type: 'call_started', occurredAt: record.startedAt });
  if (hasTransferAttempt(record.transfer)) {
    events.push({ type: 'transfer_initiated', occurredAt: firstAttemptAt(record) });
  }
  if (ended) events.push({ type: 'call_ended', occurredAt: endedAt });
  if (ended && isAnalyzed(record)) events.push({ type: 'call_analyzed', occurredAt: endedAt });
  return events;
}

/**
 * Attempts arrive in the order in which the runtime recorded them, which may not be chronological.
 */
function firstAttemptAt(record: CallRecord): Date {
  const times = record.transfer?.attempts.map((attempt) => Date.parse(attempt.at_utc)) ?? [];
  return times.length === 0 ? record.startedAt : new Date(Math.min(...times));
}

function isAnalyzed(record: CallRecord): boolean {
  return (
    !NO_RESOLUTION.has((record.resolutionStatus ?? '').trim()) ||
    (record.summary ?? '').trim() !== '' ||
    effectiveSentiment(record.sentiment, record.callerSentiment) !== 'unclassified'
  );
}
