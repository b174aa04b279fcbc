import { OWED, workKind } from '../../../core/shared/work-kind.js';

/**
 * Erases what sessions of a tenant that are over still hold. Its payload is empty: the handler
 * looks for all of them.
 */
export const ERASE_SESSIONS = workKind<Record<string, never>>('direct-input.erase', OWED);

// The clocks of two processes may differ by some seconds: by then the session is over on every one
// of them.
const CLOCKS_AGREE_MS = 5_000;

/**
 * How long a session that is over is still told as `expired` or `closed`: as long as the longest
 * session lasts, so that a runtime that asks late learns what has become of it.
 */
export const TOLD_FOR_MS = 900_000;

/** When the handler is to look because of something that is to be erased at this time. */
export const erasureTime = (at: Date): Date => new Date(at.getTime() + CLOCKS_AGREE_MS);

/** When to look because of a session: once it has expired, and once it is forgotten. */
export const erasureTimes = (expiresAt: Date): readonly [erase: Date, forget: Date] => [
  erasureTime(expiresAt),
  erasureTime(new Date(expiresAt.getTime() + TOLD_FOR_MS)),
];
