import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';
import { arrayParameter, type ArrayElement } from '../../../core/database/driver/array-parameter.js';
import type { Webhook } from '../lookup/webhook-directory.service.js';
import type { EventType, FailureCode } from '../rules/vocabulary.js';
import { OPEN_QUEUE, QUEUE_DELIVERIES } from './delivery-queue.queries.js';
import { SEND_DELIVERIES } from './work-kinds.js';

export interface NewDelivery {
  readonly webhook: Webhook;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly occurredAt: Date;
  /** Sequence of the event in its call; 0 for a test. */
  readonly sequence: number;
  /** Null for a test. */
  readonly callId: string | null;
  readonly redeliveryOf?: string;
  /** Why it ends immediately; omitted if it does not. */
  readonly cancelledAs?: FailureCode;
}

/**
 * Creates deliveries in the transaction of the tenant's store; a worker sends them after the
 * commit. @returns their ids, in order
 */
export async function queueDeliveries(
  tx: StoreReader,
  deliveries: readonly NewDelivery[],
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  await tx.query(OPEN_QUEUE);
  const column = (read: (it: NewDelivery) => ArrayElement) => arrayParameter(deliveries.map(read));
  const [made] = await tx.query<{ delivery_ids: string }>(QUEUE_DELIVERIES, [
    column(({ webhook }) => webhook.webhookId),
    column(({ webhook }) => webhook.projectId),
    column(({ callId }) => callId),
    column(({ eventId }) => eventId),
    column(({ eventType }) => eventType),
    column(({ sequence }) => sequence),
    column(({ occurredAt }) => occurredAt.toISOString()),
    column(({ callId }) => callId === null),
    column(({ redeliveryOf }) => redeliveryOf ?? null),
    // A test is tried once, because a person waits for its result.
    column(({ webhook, callId }) => (callId === null ? 1 : webhook.retryAttempts + 1)),
    column(({ webhook }) => hostOf(webhook)),
    column(({ webhook }) => webhook.transcriptToSend),
    column(({ cancelledAs }) => cancelledAs ?? null),
    column(({ webhook }) => webhook.activation),
  ]);
  if (deliveries.some(({ cancelledAs }) => cancelledAs === undefined))
    await enqueueWork(tx, SEND_DELIVERIES, [{ payload: {} }]);
  return made!.delivery_ids.split(',');
}

/** The host of a webhook's address, as configured; the history shows only this. */
export const hostOf = ({ endpointUrl }: Webhook): string => new URL(endpointUrl).host;
