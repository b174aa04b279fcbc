import type { CallEventFacts } from '../../calls/events/call-event-facts.service.js';
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
  /** Of its webhook, by which it was made; null where that is not known. */
  readonly activation: number | null;
}

/** An attempt that was made. */
interface Made {
  readonly outcome: Outcome;
  readonly responseStatus: number | null;
  readonly durationMs: number;
  readonly attemptedAt: Date;
  readonly transcriptMode: TranscriptMode;
}

/** What has become of a delivery that was taken. */
export interface Result {
  readonly delivery: TakenDelivery;
  /** Null where it is switched off, or gone. */
  readonly webhook: Webhook | null;
  /** Null where nothing was sent, and the receiver is not to blame. */
  readonly made: Made | null;
  /**
   * Why nothing was sent: no key; its turn did not come in time, so that another has it; its webhook was switched off since it was made, and on
   * again, so that nothing will be; null: what is needed for it was not to be had.
   */
  readonly waitsFor: 'signing_unavailable' | 'turn' | 'nothing' | null;
}

/** What has become of deliveries of one call that were taken together. */
export interface ChainResult {
  readonly results: readonly Result[];
  /** Those behind a delivery that comes again. */
  readonly behind: readonly TakenDelivery[];
}

/** What is told of calls, by call; null: it could not be read. */
export type Facts = ReadonlyMap<string, CallEventFacts> | null;

/** What some calls' bodies are made of, read in one statement. */
export interface FactsReading {
  /** In milliseconds of a clock that only goes on; null: others are read before it. */
  begunAt: number | null;
  readonly facts: Promise<Facts>;
}
