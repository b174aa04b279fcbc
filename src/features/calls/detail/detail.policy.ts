import type { CallStatus } from '../../call-records/rules/call-vocabulary.js';
import type { StoredTransfer } from '../../call-records/rules/transfer.policy.js';

export const TIMELINE_EVENTS = ['call_started', 'call_answered', 'transfer_initiated', 'call_ended'] as const;
type TimelineEventName = (typeof TIMELINE_EVENTS)[number];

interface TimelineEvent {
  readonly event: TimelineEventName;
  /** ISO 8601, `Z`, milliseconds. */
  readonly at_utc: string;
}

/** The timeline of a call; instants as in responses. */
interface CallCourse {
  readonly status: CallStatus;
  readonly startedAt: string;
  readonly answeredAt: string | null;
  readonly endedAt: string | null;
  readonly transfer: StoredTransfer | null;
}

/**
 * The known events in chronological order; at one instant, in the usual order of a call (calls
 * 14.3). A queued call has not started: its start is when it is due. Only the transfer event names
 * the target of a transfer.
 */
export function timelineOf(course: CallCourse): TimelineEvent[] {
  const starts = course.status === 'queued' ? [] : [course.startedAt];
  const attempts = (course.transfer?.attempts ?? []).map((attempt) => attempt.at_utc);
  return [
    ...eventsAt('call_started', starts),
    ...eventsAt('call_answered', [course.answeredAt]),
    ...eventsAt('transfer_initiated', attempts),
    ...eventsAt('call_ended', [course.endedAt]),
  ].sort((one, other) => Date.parse(one.at_utc) - Date.parse(other.at_utc));
}

const eventsAt = (event: TimelineEventName, instants: readonly (string | null)[]): TimelineEvent[] =>
  instants.filter((at) => at !== null).map((at) => ({ event, at_utc: at }));
