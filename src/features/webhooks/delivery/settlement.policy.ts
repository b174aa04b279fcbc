import { hostOf } from '../contents/delivery-queue.js';
import type { Result, TakenDelivery } from './delivery.types.js';

// Where nothing was sent, because no connection was free or the process ends: soon, and not at once.
const AGAIN_SECONDS = 5;
// A key that cannot be had is back within minutes, or somebody is called.
const SIGN_AGAIN_SECONDS = 30;
// After a day without a key the deliveries are given up; the events can be recovered.
const SIGN_FOR_MS = 86_400_000;

/** What is written of a delivery that was taken. */
export interface Settlement {
  readonly delivery: TakenDelivery;
  readonly status: string | null;
  readonly failureCode: string | null;
  readonly responseStatus: number | null;
  readonly durationMs: number | null;
  readonly attemptCount: number;
  readonly attemptedAt: Date | null;
  readonly host: string;
  readonly transcriptMode: string;
  /** Seconds until it is tried again; null: it is over. */
  readonly pause: number | null;
}

const UNSENT = {
  status: 'cancelled',
  failureCode: 'endpoint_disabled',
  responseStatus: null,
  durationMs: null,
  attemptedAt: null,
  transcriptMode: 'none',
  pause: null,
};

/** A delivery of each webhook and call of which nothing that was taken comes again. */
export function callsOver(rows: readonly Settlement[]): TakenDelivery[] {
  const last = new Map(
    rows.map((row) => [`${row.delivery.webhook_id} ${row.delivery.call_id ?? ''}`, row] as const),
  );
  return [...last.values()]
    .filter(({ pause, delivery }) => pause === null && delivery.call_id !== null)
    .map(({ delivery }) => delivery);
}

/** What becomes of a delivery by its result. @param now for one that waits for its key */
export function settlementOf({ delivery, webhook, made, waitsFor }: Result, now: Date): Settlement {
  // What was never begun stays as it is in the history.
  const host = webhook === null ? '' : hostOf(webhook);
  if (made) {
    return {
      delivery,
      status: made.outcome.status,
      failureCode: made.outcome.failureCode,
      responseStatus: made.responseStatus,
      durationMs: made.durationMs,
      attemptCount: delivery.attempt_count + 1,
      attemptedAt: made.attemptedAt,
      host,
      transcriptMode: made.transcriptMode,
      pause: made.outcome.retryInSeconds,
    };
  }
  if (waitsFor === 'nothing') return { ...UNSENT, delivery, host, attemptCount: delivery.attempt_count };
  const isUnsigned = waitsFor === 'signing_unavailable';
  const isSpent = isUnsigned && now.getTime() - delivery.created_at.getTime() > SIGN_FOR_MS;
  return {
    delivery,
    status: !isUnsigned ? null : isSpent ? 'failed' : 'retrying',
    failureCode: isUnsigned ? waitsFor : null,
    responseStatus: null,
    durationMs: null,
    attemptCount: delivery.attempt_count,
    attemptedAt: null,
    host,
    transcriptMode: webhook?.transcriptToSend ?? 'none',
    pause: isSpent ? null : isUnsigned ? SIGN_AGAIN_SECONDS : waitsFor === 'turn' ? 0 : AGAIN_SECONDS,
  };
}
