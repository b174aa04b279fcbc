/** The status of a session in its store: `closed` once its call has ended. */
export type StoredStatus = 'open' | 'received' | 'closed';

/** The statuses that a runtime sees (direct-input 5.1). */
export const SESSION_STATUSES = ['open', 'received', 'expired', 'closed'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/**
 * How long an answer may be asked for again after it was handed out: the first one may have been lost
 * on its way, and a runtime asks again within seconds.
 */
export const ASKED_AGAIN_MS = 60_000;

/** A session as far as its status goes. */
export interface SessionTimes {
  readonly status: StoredStatus;
  readonly expiresAt: Date;
  /** Until when the answer may be asked for again; null until it is handed out for the first time. */
  readonly collectableUntil: Date | null;
}

/**
 * A session that was not collected in time has expired, with or without an answer. A collected
 * one is told as received as long as its answer may be asked for again.
 */
export function sessionStatus(
  { status, expiresAt, collectableUntil }: SessionTimes,
  now: Date,
): SessionStatus {
  if (status === 'closed') return 'closed';
  if (collectableUntil) return now < collectableUntil ? 'received' : 'closed';
  return now < expiresAt ? status : 'expired';
}
