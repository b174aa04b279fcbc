/** How a campaign tries again, by its names on the wire. */
export interface RetryPolicy {
  readonly enabled: boolean;
  /** Retries after the first attempt: 0 to 20. */
  readonly max_attempts: number;
  /** 0 to 604800. */
  readonly backoff_base_seconds: number;
  readonly backoff_strategy: 'constant' | 'linear' | 'exponential';
}

/** A week: no retry waits for longer. */
const MAX_DELAY_SECONDS = 604_800;

/**
 * Seconds between the end of an attempt and the nth retry behind it (campaigns 5.16): b, b*n or b*2^(n-1).
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
