import { HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import type { StoredStatus } from './export-words.js';

const KEPT_MS = 72 * HOUR_MS;
/** A worker that was silent for this long is gone. It reports every few seconds. */
export const SILENT_MS = 60_000;
/** Enough for restarts of workers during one export; an error in its data does not go away. */
export const MAX_ATTEMPTS = 8;

/** When a file expires (account-exports 2.4); it is deleted within minutes of that. */
export const expiryOf = (readyAt: Date): Date => new Date(readyAt.getTime() + KEPT_MS);

/** The current status: a file past its lifetime is expired before it is deleted. */
export const statusAt = (now: Date, status: StoredStatus, expiresAt: Date | null): StoredStatus =>
  status === 'ready' && expiresAt !== null && now >= expiresAt ? 'expired' : status;
