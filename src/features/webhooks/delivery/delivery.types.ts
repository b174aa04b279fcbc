import type { CallEventFacts } from '../../calls/events/call-event-facts.service.js';
import type { Webhook, Webhooks } from '../lookup/webhook-directory.service.js';
import type { Outcome } from '../rules/attempt-outcome.policy.js';
import type { EventType, TranscriptMode } from '../rules/vocabulary.js';

/** A delivery under a lease. */
export interface ClaimedDelivery {
  readonly delivery_id: string;
  readonly created_at: Date;
  readonly webhook_id: string;
  readonly project_id: string;
  readonly call_id: string | null;
  readonly event_id: string;
  readonly event_type: EventType;
  readonly sequence: number;
  readonly occurred_at: Date;
  readonly is_test: boolean;
  /** Number of attempts before this one. */
  readonly attempt_count: number;
  readonly max_attempts: number;
  readonly lease_token: string;
  /** The activation of the webhook that queued it; null if unknown. */
  readonly activation: number | null;
}

/** The data from which deliveries are built: the enabled webhooks, and the facts of the calls. */
export interface Snapshot {
  /** When it was requested, in milliseconds of a monotonic clock. */
  readonly readAt: number;
  readonly webhooks: Webhooks;
  /** By call_id; null: they could not be read. */
  readonly facts: ReadonlyMap<string, CallEventFacts> | null;
}

export interface Pending {
  readonly delivery: ClaimedDelivery;
  readonly webhook: Webhook;
  readonly claimedAt: number;
  readonly snapshot: Promise<Snapshot>;
}

/** A finished attempt. */
interface Made {
  readonly outcome: Outcome;
  readonly responseStatus: number | null;
  readonly durationMs: number;
  readonly attemptedAt: Date;
  readonly transcriptMode: TranscriptMode;
}

export interface Result {
  readonly delivery: ClaimedDelivery;
  /** The webhook's state when the delivery was created. */
  readonly webhook: Webhook;
  /** Null if nothing was sent for a reason other than the receiver. */
  readonly made: Made | null;
  /** Why nothing was sent: no key, or it needs another claim; null: a dependency failed. */
  readonly waitsFor: 'signing_unavailable' | 'claim' | null;
}

/**
 * Whether the webhook was switched off after this was queued: in that case it is not sent (webhooks
 * 7.8).
 */
export const isOutdated = (
  { activation }: ClaimedDelivery,
  webhook: { readonly activation: number },
): boolean => activation !== null && activation < webhook.activation;
