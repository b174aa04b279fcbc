/** The status of a session in its store: `closed` once it was collected or its call has ended. */
export type StoredStatus = 'open' | 'received' | 'closed';

/** The statuses that a runtime sees (direct-input 5.1). */
export const SESSION_STATUSES = ['open', 'received', 'expired', 'closed'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** A session that was not collected in time has expired, with or without an answer. */
export const sessionStatus = (status: StoredStatus, expiresAt: Date, now: Date): SessionStatus =>
  status !== 'closed' && expiresAt <= now ? 'expired' : status;
