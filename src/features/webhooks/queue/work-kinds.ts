import { OWED, workKind } from '../../../core/shared/work-kind.js';
import type { CallEventsDue } from '../../calls/events/call-event-relay.js';

/** A call has events that need deliveries. */
export const RELAY_EVENTS = workKind<CallEventsDue>('webhooks.relay', {
  ordered: true,
  concurrency: 4,
  // As many calls as ingest adds in a few seconds; one statement reads their events.
  batch: 500,
  leaseMs: 30_000,
  ...OWED,
});

/** Work other than claiming due deliveries. */
export interface SendDeliveries {
  /**
   * Ends waiting deliveries of deleted webhooks: it checks everything that waits for the tenant.
   */
  readonly sweep?: boolean;
}

/**
 * A tenant has deliveries that may be due, according to its queue. Work items of a tenant are
 * processed together, in one check of the queue. A worker learns of a commit immediately, and of
 * scheduled deliveries within a second.
 */
export const SEND_DELIVERIES = workKind<SendDeliveries>('webhooks.send', {
  // A check of the queue takes milliseconds and does not wait for receivers, so no tenant delays
  // another.
  concurrency: 8,
  batch: 1000,
  leaseMs: 30_000,
  ...OWED,
});
