/** The status of a session in its store: `closed` once its call has ended. */
export type StoredStatus = 'open' | 'received' | 'closed';

/** The statuses that a runtime sees (direct-input 5.1). */
export const SESSION_STATUSES = ['open', 'received', 'expired', 'closed'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/**
 * How long the answers may be requested again after they were first collected: the response may
 * have been lost, and a runtime retries within seconds.
 */
export const ASKED_AGAIN_MS = 60_000;

/** The fields of a session that decide its status. */
export interface SessionTimes {
  readonly status: StoredStatus;
  readonly expiresAt: Date;
  /** Until when the answers may be requested again; null until they are first collected. */
  readonly collectableUntil: Date | null;
}

/**
 * A session that was not collected in time has expired, with or without an answer. A collected one
 * is reported as received while its answers may be requested again.
 */
export function sessionStatus(
  { status, expiresAt, collectableUntil }: SessionTimes,
  now: Date,
): SessionStatus {
  if (status === 'closed') return 'closed';
  if (collectableUntil) return now < collectableUntil ? 'received' : 'closed';
  return now < expiresAt ? status : 'expired';
}
