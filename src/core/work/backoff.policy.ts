import type { WorkKind } from '../shared/work-kind.js';
import { HOUR_MS } from '../time/wall-clock.policy.js';

// A longer fault needs a person; retrying every hour costs nothing.
const LONGEST_MS = HOUR_MS;

// Work items that failed together must not be retried together.
const JITTER = 0.25;

/**
 * The pause of a work item after a failed attempt.
 * @param attempt the failed one, counted from 1
 * @param random from 0 up to 1
 * @returns milliseconds, or null if there is no further attempt
 */
export function pauseAfter(
  { retries, firstDelayMs }: Pick<WorkKind<object>, 'retries' | 'firstDelayMs'>,
  attempt: number,
  random: number,
): number | null {
  if (attempt > retries) return null;
  const pause = Math.min(firstDelayMs * 2 ** (attempt - 1), LONGEST_MS);
  return Math.round(pause * (1 - JITTER + 2 * JITTER * random));
}
