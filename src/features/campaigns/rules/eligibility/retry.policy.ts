import type { RetryPolicy as RetrySettings } from '../campaign-settings.js';

/** The settings of a campaign that decide when it tries again. */
export type RetryPolicy = Pick<
  RetrySettings,
  'enabled' | 'max_attempts' | 'backoff_base_seconds' | 'backoff_strategy'
>;

/** A week: no retry waits for longer. */
const MAX_DELAY_SECONDS = 604_800;

/**
 * Seconds between the end of an attempt and the nth retry after it (campaigns 5.16): b, b*n or
 * b*2^(n-1).
 * @param retry 1 for the first retry
 */
export function retryDelaySeconds(policy: RetryPolicy, retry: number): number {
  const base = policy.backoff_base_seconds;
  const delay = { constant: base, linear: base * retry, exponential: base * 2 ** (retry - 1) };
  return Math.min(delay[policy.backoff_strategy], MAX_DELAY_SECONDS);
}

/** How often a contact is tried again after its first attempt (campaigns 5.15). */
export const retriesAllowed = (policy: RetryPolicy, ownMaximum: number | null): number =>
  policy.enabled ? (ownMaximum ?? policy.max_attempts) : 0;
