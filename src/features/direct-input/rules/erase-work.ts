import { OWED, workKind } from '../../../core/shared/work-kind.js';

/**
 * Erases the contents of a tenant's ended sessions. Its payload is empty: the handler processes all
 * of them.
 */
export const ERASE_SESSIONS = workKind<Record<string, never>>('direct-input.erase', OWED);

// The clocks of two processes may differ by some seconds: by then the session has ended for all of
// them.
const CLOCKS_AGREE_MS = 5_000;

/**
 * How long an ended session is still reported as `expired` or `closed`: as long as the longest
 * session, so that a slow runtime still sees its end.
 */
export const REPORTED_FOR_MS = 900_000;

/** When the handler must run for content that is to be erased at this time. */
export const erasureTime = (at: Date): Date => new Date(at.getTime() + CLOCKS_AGREE_MS);

/** When the handler must run for a session: when it expires, and when it is to be deleted. */
export const erasureTimes = (expiresAt: Date): readonly [erase: Date, forget: Date] => [
  erasureTime(expiresAt),
  erasureTime(new Date(expiresAt.getTime() + REPORTED_FOR_MS)),
];
