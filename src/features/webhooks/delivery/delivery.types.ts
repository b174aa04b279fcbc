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

/** The data that deliveries are built from: the enabled webhooks, and the facts of the calls. */
export interface Snapshot {
  /** When it was asked for, in milliseconds of a clock that only goes on. */
  readonly readAt: number;
  readonly webhooks: Webhooks;
  /** By call_id; null: they could not be read. */
  readonly facts: ReadonlyMap<string, CallEventFacts> | null;
}

/** A delivery whose turn comes. */
export interface Pending {
  readonly delivery: ClaimedDelivery;
  readonly webhook: Webhook;
  readonly claimedAt: number;
  readonly snapshot: Promise<Snapshot>;
}

/** An attempt that was made. */
interface Made {
  readonly outcome: Outcome;
  readonly responseStatus: number | null;
  readonly durationMs: number;
  readonly attemptedAt: Date;
  readonly transcriptMode: TranscriptMode;
}

export interface Result {
  readonly delivery: ClaimedDelivery;
  /** As it was when the delivery was made. */
  readonly webhook: Webhook;
  /** Null where nothing was sent, and the receiver is not to blame. */
  readonly made: Made | null;
  /** Why nothing was sent: no key, or it needs another claim; null: a dependency failed. */
  readonly waitsFor: 'signing_unavailable' | 'claim' | null;
}

/** Whether a webhook was off since this was made: then nothing of it is sent (webhooks 7.8). */
export const isOutdated = (
  { activation }: ClaimedDelivery,
  webhook: { readonly activation: number },
): boolean => activation !== null && activation < webhook.activation;
