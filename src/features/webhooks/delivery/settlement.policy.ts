import { hostOf } from '../queue/delivery-queue.js';
import { SIGNING } from '../rules/attempt-outcome.policy.js';
import { isOutdated, type ClaimedDelivery, type Result } from './delivery.types.js';

/** The pause after a store, a connection or a slot was unavailable. */
export const AGAIN_SECONDS = 2;

type Place = Pick<Result['webhook'], 'enablement' | 'endpointUrl'>;

/** The enabled webhooks, with the fields that a settlement needs. */
type OpenWebhooks = ReadonlyMap<string, Place & Pick<Result['webhook'], 'activation'>>;

/** The stored result of a claimed delivery. */
export interface Settlement {
  readonly delivery: ClaimedDelivery;
  /** Null: its history row does not change. */
  readonly status: string | null;
  readonly failureCode: string | null;
  readonly responseStatus: number | null;
  readonly durationMs: number | null;
  readonly attemptCount: number;
  readonly attemptedAt: Date | null;
  readonly host: string;
  readonly transcriptMode: string;
  /** Seconds until the next attempt; null: it has ended. */
  readonly pause: number | null;
}

/**
 * Decides what to store for a delivery after its result. A delivery that would be retried ends if
 * its webhook has ended (webhooks 7.8), and is due at once if it went to where the webhook no longer
 * is (webhooks 3.4): the change did not find it among those that wait.
 * @param now used for a delivery that waits for its key
 * @param open the webhooks that are switched on now; null: unknown
 */
export function settlementOf(result: Result, now: Date, open: OpenWebhooks | null): Settlement {
  const settlement = byResult(result, now);
  if (settlement.pause === null || open === null) return settlement;
  const webhook = open.get(result.delivery.webhook_id);
  if (webhook && !isOutdated(result.delivery, webhook))
    return result.made && isMoved(result.webhook, webhook) ? { ...settlement, pause: 0 } : settlement;
  return { ...settlement, status: 'cancelled', failureCode: 'endpoint_disabled', pause: null };
}

const isMoved = (sent: Place, now: Place): boolean =>
  sent.enablement !== now.enablement || sent.endpointUrl !== now.endpointUrl;

function byResult({ delivery, webhook, made, waitsFor }: Result, now: Date): Settlement {
  const unsent = {
    delivery,
    status: null,
    failureCode: null,
    responseStatus: null,
    durationMs: null,
    attemptCount: delivery.attempt_count,
    attemptedAt: null,
    host: hostOf(webhook),
    transcriptMode: webhook.transcriptToSend,
    pause: waitsFor === 'claim' ? 0 : AGAIN_SECONDS,
  };
  if (made) {
    const { outcome, ...attempt } = made;
    const { status, failureCode, retryInSeconds: pause } = outcome;
    return { ...unsent, ...attempt, status, failureCode, attemptCount: delivery.attempt_count + 1, pause };
  }
  if (waitsFor !== 'signing_unavailable') return unsent;
  const isSpent = now.getTime() - delivery.created_at.getTime() > SIGNING.forMs;
  return {
    ...unsent,
    status: isSpent ? 'failed' : 'retrying',
    failureCode: waitsFor,
    pause: isSpent ? null : SIGNING.againSeconds,
  };
}
