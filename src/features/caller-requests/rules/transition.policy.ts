import { CLOSED_STATUSES, OPEN_STATUSES, type CallerRequestStatus } from './vocabulary.js';

/** Whether a request is closed, until it is opened again. */
export const isClosed = (status: CallerRequestStatus): boolean =>
  CLOSED_STATUSES.some((closed) => closed === status);

const ANY = [...OPEN_STATUSES, ...CLOSED_STATUSES];
const REOPENED: readonly CallerRequestStatus[] = ['needs_review', 'in_progress'];

/** The permitted changes (caller-requests 5.3). A change to the same status records a result. */
const PERMITTED: Readonly<Record<CallerRequestStatus, readonly CallerRequestStatus[]>> = {
  needs_review: ANY,
  ready: ANY,
  in_progress: ANY,
  completed: REOPENED,
  cancelled: REOPENED,
  unable_to_verify: REOPENED,
};

/**
 * The fault of a status change, in words for its sender; null if there is none.
 * @param hasWork whether a processing result or a request to erase is sent too; without, a request
 *   cannot keep its status
 */
export function transitionProblem(
  from: CallerRequestStatus,
  to: CallerRequestStatus,
  hasWork: boolean,
): string | null {
  const permitted = PERMITTED[from];
  if (!permitted.includes(to)) {
    return `A request that is ${from} can only be reopened. Send the status ${permitted.join(' or ')}.`;
  }
  if (from === to && !hasWork) {
    return `The request is already ${from}. Send another status, or a processing_result to record.`;
  }
  return null;
}

/**
 * When a request counts as closed after a status change (caller-requests 5.4): the sent instant,
 * else now; null once it is open.
 */
export function closedAtAfter(to: CallerRequestStatus, sent: Date | null, now: Date): Date | null {
  return isClosed(to) ? (sent ?? now) : null;
}
