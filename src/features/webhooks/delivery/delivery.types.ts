import type { Outcome } from '../rules/outcome.policy.js';
import type { EventType, TranscriptMode } from '../rules/vocabulary.js';
import type { Webhook } from '../lookup/webhook-directory.service.js';

/** A delivery under a lease. */
export interface TakenDelivery {
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
  /** Of attempts before this one. */
  readonly attempt_count: number;
  readonly max_attempts: number;
  readonly lease_token: string;
}

/** An attempt that was made. */
export interface Made {
  readonly outcome: Outcome;
  readonly responseStatus: number | null;
  readonly durationMs: number;
  readonly attemptedAt: Date;
  readonly transcriptMode: TranscriptMode;
}

/** What has become of a delivery that was taken. */
export interface Result {
  readonly delivery: TakenDelivery;
  readonly webhook: Webhook;
  /** Null where nothing was sent, and the receiver is not to blame. */
  readonly made: Made | null;
  /** Why it waits, where nothing was sent. */
  readonly waitsFor: 'signing_unavailable' | null;
}
