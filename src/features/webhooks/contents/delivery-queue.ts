import type { StoreReader } from '../../../core/kernel/unit-of-work.js';
import { appendMarks } from '../../../core/marks/append-marks.js';
import type { Webhook } from '../lookup/webhook-directory.service.js';
import type { EventType, FailureCode } from '../rules/vocabulary.js';
import { HOLD_EARLIER, OPEN_WEBHOOK_DAYS, QUEUE_DELIVERIES } from './delivery-queue.queries.js';
import { SEND_DELIVERIES } from './delivery-work.js';

/** A delivery to be made. */
export interface NewDelivery {
  readonly webhook: Webhook;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly occurredAt: Date;
  /** Of the event in its call; 0 of a test. */
  readonly sequence: number;
  /** Null of a test. */
  readonly callId: string | null;
  readonly redeliveryOf?: string;
  /** Why it is over as it begins; left out: it is not. */
  readonly cancelledAs?: FailureCode;
}

export interface MadeDelivery {
  readonly delivery_id: string;
  readonly created_at: Date;
}

/**
 * Makes deliveries in the transaction of the tenant's store, in their order, and has workers send them once it is committed.
 * @returns them in the order of their making
 */
export async function queueDeliveries(
  tx: StoreReader,
  deliveries: readonly NewDelivery[],
): Promise<MadeDelivery[]> {
  if (deliveries.length === 0) return [];
  await tx.query(OPEN_WEBHOOK_DAYS);
  const ofCalls = deliveries.filter(({ callId }) => callId !== null);
  if (ofCalls.length > 0) {
    await tx.query(HOLD_EARLIER, [
      ofCalls.map(({ webhook }) => webhook.webhookId),
      ofCalls.map(({ callId }) => callId),
    ]);
  }
  const column = <T>(read: (it: NewDelivery) => T): T[] => deliveries.map(read);
  const made = await tx.query<MadeDelivery>(QUEUE_DELIVERIES, [
    column(({ webhook }) => webhook.webhookId),
    column(({ webhook }) => webhook.projectId),
    column(({ callId }) => callId),
    column(({ eventId }) => eventId),
    column(({ eventType }) => eventType),
    column(({ sequence }) => sequence),
    column(({ occurredAt }) => occurredAt),
    column(({ callId }) => callId === null),
    column(({ redeliveryOf }) => redeliveryOf ?? null),
    // A test is tried once: who waits for it wants to know now.
    column(({ webhook, callId }) => (callId === null ? 1 : webhook.retryAttempts + 1)),
    column(({ webhook }) => hostOf(webhook.endpointUrl)),
    column(({ webhook }) => webhook.transcriptToSend),
    column(({ cancelledAs }) => cancelledAs ?? null),
  ]);
  await appendMarks(tx, SEND_DELIVERIES, [{ payload: {} }]);
  return made;
}

/** Of an address as it was configured; what is shown of it in the history. */
export const hostOf = (url: string): string => new URL(url).host;
