import type { OutboundFailureCode } from '../../../core/outbound-http/outbound-failure.js';
import type { FailureCode } from './vocabulary.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';

/** The result of an attempt: the response, or why there was none. */
export type Attempt =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly failure: Exclude<FailureCode, 'http_status' | 'redirect_blocked' | 'endpoint_disabled'> };

export interface Plan {
  /** This attempt, counted from 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly backoffSeconds: number;
}

export interface Outcome {
  readonly status: 'succeeded' | 'retrying' | 'failed' | 'blocked';
  readonly failureCode: FailureCode | null;
  /** Seconds until the next attempt; null: there is none. */
  readonly retryInSeconds: number | null;
  /** The receiver does not want further events. */
  readonly isGone: boolean;
}

/** Responses that may change soon. */
const RETRIED_STATUSES = new Set([408, 425, 429]);
const RETRIED_FAILURES = new Set<FailureCode>(['timeout', 'dns_failed', 'connection_failed', 'tls_failed']);

// The longest Retry-After that is respected: an hour outlasts a deployment, and a day would outlast
// the delivery.
const MAX_RETRY_AFTER_SECONDS = 3600;
const JITTER = 0.2;

/**
 * Decides what follows an attempt (webhooks 7.1 to 7.5).
 * @param now for a Retry-After that names a date
 * @param random from 0 up to 1
 */
export function outcomeOf(attempt: Attempt, plan: Plan, now: Date, random: number): Outcome {
  if ('status' in attempt && attempt.status >= 200 && attempt.status < 300) {
    return { status: 'succeeded', failureCode: null, retryInSeconds: null, isGone: false };
  }
  const failureCode = failureOf(attempt);
  if (isRetried(attempt) && plan.attempt < plan.maxAttempts) {
    const asked = 'status' in attempt ? readRetryAfter(attempt.retryAfter, now) : 0;
    const retryInSeconds = Math.max(pauseAfter(plan, random), asked);
    return { status: 'retrying', failureCode, retryInSeconds, isGone: false };
  }
  const isGone = 'status' in attempt && attempt.status === 410;
  const isBlocked = failureCode === 'address_blocked' || failureCode === 'redirect_blocked';
  return { status: isBlocked ? 'blocked' : 'failed', failureCode, retryInSeconds: null, isGone };
}

function failureOf(attempt: Attempt): FailureCode {
  if ('failure' in attempt) return attempt.failure;
  return attempt.status >= 300 && attempt.status < 400 ? 'redirect_blocked' : 'http_status';
}

const isRetried = (attempt: Attempt): boolean =>
  'failure' in attempt
    ? RETRIED_FAILURES.has(attempt.failure)
    : RETRIED_STATUSES.has(attempt.status) || (attempt.status >= 500 && attempt.status < 600);

/** Twice as long each time, plus or minus a fifth: retries of one failure spread out. */
const pauseAfter = ({ attempt, backoffSeconds }: Plan, random: number): number =>
  backoffSeconds * 2 ** (attempt - 1) * (1 - JITTER + 2 * JITTER * random);

// The three forms of a date that RFC 9110, section 5.6.7, lets receivers send, or requires us to
// read: all in UTC.
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d{2}:\\d{2}:\\d{2}';
const HTTP_DATE = new RegExp(
  `^(?:[A-Z][a-z]{2}, \\d{2} ${MONTH} \\d{4} ${TIME} GMT` +
    `|[A-Z][a-z]{5,8}, \\d{2}-${MONTH}-\\d{2} ${TIME} GMT` +
    `|[A-Z][a-z]{2} ${MONTH} [ \\d]\\d ${TIME} \\d{4})$`,
);

/** Reads seconds or a date (RFC 9110, section 10.2.3); anything else means no wait. */
function readRetryAfter(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_SECONDS);
  // Date.parse alone would accept "in 2030", and would read a date without a zone in the process's
  // zone.
  if (!HTTP_DATE.test(text)) return 0;
  const seconds = (Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS) : 0;
}

/** How a delivery waits for an unavailable key (webhooks 7.5). */
export const SIGNING = {
  // A key becomes available again within minutes, or an operator is alerted.
  againSeconds: 30,
  // After that the delivery is abandoned; its event can be recovered.
  forMs: DAY_MS,
} as const;

/**
 * The receiver's failure behind a failure to send; null if the receiver is not the cause, so that
 * the delivery is retried without counting an attempt.
 */
export const FAILURES: Readonly<
  Record<OutboundFailureCode, Extract<Attempt, { failure: unknown }>['failure'] | null>
> = {
  address_blocked: 'address_blocked',
  dns_failed: 'dns_failed',
  connection_failed: 'connection_failed',
  tls_failed: 'tls_failed',
  timeout: 'timeout',
  payload_too_large: 'payload_too_large',
  invalid_request: 'connection_failed',
  invalid_response: 'connection_failed',
  busy: null,
  cancelled: null,
};
