import type { StoreReader } from '../../../core/kernel/unit-of-work.js';
import { appendMarks } from '../../../core/marks/append-marks.js';
import { arrayParameter, type ArrayElement } from '../../../core/stores/array-parameter.js';
import type { Webhook } from '../lookup/webhook-directory.service.js';
import type { EventType, FailureCode } from '../rules/vocabulary.js';
import { HOLD_EARLIER, OPEN_QUEUE, QUEUE_DELIVERIES } from './delivery-queue.queries.js';
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
  /** Of who has taken it as it was made. */
  readonly lease_token: string | null;
}

/** What of the deliveries is taken by who makes them, so that they are sent as soon as they are committed. */
interface Takeover {
  /** For so long. */
  readonly leaseSeconds: number;
  /** How many calls of a webhook may be taken. */
  readonly roomOf: (webhookId: string) => number;
}

const NOTHING: Takeover = { leaseSeconds: 0, roomOf: () => 0 };

/**
 * Makes deliveries in the transaction of the tenant's store, in their order, and has workers send them once it is committed.
 * Those that are taken over come with their lease, calls as a whole.
 * @returns them in the order of their making
 */
export async function queueDeliveries(
  tx: StoreReader,
  deliveries: readonly NewDelivery[],
  takeover = NOTHING,
): Promise<MadeDelivery[]> {
  if (deliveries.length === 0) return [];
  await tx.query(OPEN_QUEUE);
  const places = placesOf(deliveries, await heldBefore(tx, deliveries), takeover);
  const column = (read: (it: NewDelivery) => ArrayElement) => arrayParameter(deliveries.map(read));
  const [made] = await tx.query<MadeRow>(QUEUE_DELIVERIES, [
    column(({ webhook }) => webhook.webhookId),
    column(({ webhook }) => webhook.projectId),
    column(({ callId }) => callId),
    column(({ eventId }) => eventId),
    column(({ eventType }) => eventType),
    column(({ sequence }) => sequence),
    column(({ occurredAt }) => occurredAt.toISOString()),
    column(({ callId }) => callId === null),
    column(({ redeliveryOf }) => redeliveryOf ?? null),
    // A test is tried once: who waits for it wants to know now.
    column(({ webhook, callId }) => (callId === null ? 1 : webhook.retryAttempts + 1)),
    column(({ webhook }) => hostOf(webhook)),
    column(({ webhook }) => webhook.transcriptToSend),
    column(({ cancelledAs }) => cancelledAs ?? null),
    arrayParameter(places.map(({ pause }) => pause)),
    arrayParameter(places.map(({ isTaken }) => isTaken)),
    column(({ webhook }) => webhook.activation),
  ]);
  const isLeft = places.some(
    ({ pause, isTaken }, at) => pause !== null && !isTaken && !deliveries[at]?.cancelledAs,
  );
  if (isLeft) await appendMarks(tx, SEND_DELIVERIES, [{ payload: {} }]);
  const { delivery_ids: ids, created_at, lease_token } = made!;
  return ids.split(',').map((delivery_id, at) => ({
    delivery_id,
    created_at,
    lease_token: places[at]!.isTaken ? lease_token : null,
  }));
}

/** QUEUE_DELIVERIES' row. */
interface MadeRow {
  readonly delivery_ids: string;
  readonly created_at: Date;
  readonly lease_token: string | null;
}

interface Place {
  /** Seconds until it is ready; null: behind an earlier one of its call. */
  readonly pause: number | null;
  readonly isTaken: boolean;
}

const pairOf = (webhookId: string, callId: string): string => `${webhookId} ${callId}`;

/** The pairs of a webhook and a call that have deliveries which have not ended; none of them ends before the transaction does. */
async function heldBefore(tx: StoreReader, deliveries: readonly NewDelivery[]): Promise<ReadonlySet<string>> {
  const pairs = new Map<string, readonly [webhookId: string, callId: string]>();
  for (const { webhook, callId } of deliveries)
    if (callId !== null) pairs.set(pairOf(webhook.webhookId, callId), [webhook.webhookId, callId]);
  if (pairs.size === 0) return new Set();
  const inOrder = [...pairs].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, pair]) => pair);
  const rows = await tx.query<{ webhook_id: string; call_id: string }>(HOLD_EARLIER, [
    arrayParameter(inOrder.map(([webhookId]) => webhookId)),
    arrayParameter(inOrder.map(([, callId]) => callId)),
  ]);
  return new Set(rows.map((row) => pairOf(row.webhook_id, row.call_id)));
}

/** Of each call the first is ready, the others wait behind it; a call that nothing is held of may be taken. */
function placesOf(
  deliveries: readonly NewDelivery[],
  held: ReadonlySet<string>,
  { leaseSeconds, roomOf }: Takeover,
): Place[] {
  const begun = new Map<string, boolean>();
  const rooms = new Map<string, number>();
  return deliveries.map(({ webhook: { webhookId }, callId, cancelledAs }): Place => {
    if (cancelledAs !== undefined || callId === null) return { pause: 0, isTaken: false };
    const pair = pairOf(webhookId, callId);
    const isTakenWith = begun.get(pair);
    if (isTakenWith !== undefined) return { pause: null, isTaken: isTakenWith };
    const room = rooms.get(webhookId) ?? roomOf(webhookId);
    const isTaken = !held.has(pair) && room > 0;
    rooms.set(webhookId, isTaken ? room - 1 : room);
    begun.set(pair, isTaken);
    return { pause: held.has(pair) ? null : isTaken ? leaseSeconds : 0, isTaken };
  });
}

/** Read from an address once, and not for each delivery. */
const hosts = new WeakMap<Webhook, string>();

/** The host of a webhook's address, as it was configured; what is shown of it in the history. */
export function hostOf(webhook: Webhook): string {
  const known = hosts.get(webhook);
  if (known !== undefined) return known;
  const { host } = new URL(webhook.endpointUrl);
  hosts.set(webhook, host);
  return host;
}
