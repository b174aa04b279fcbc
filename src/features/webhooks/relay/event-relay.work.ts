import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { arrayParameter } from '../../../core/database/driver/array-parameter.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { CallEventRelay, type CallEventsDue } from '../../calls/events/call-event-relay.js';
import { CallEvents, type CallEvent } from '../../calls/events/call-events.service.js';
import { queueDeliveries, type NewDelivery } from '../queue/delivery-queue.js';
import { RELAY_EVENTS } from '../queue/work-kinds.js';
import {
  enabledOf,
  WebhookDirectory,
  type Webhook,
  type Webhooks,
} from '../lookup/webhook-directory.service.js';
import { WebhookHealthReader } from '../lookup/webhook-health.service.js';
import { ADVANCE_POSITIONS, WEBHOOK_POSITIONS } from './event-relay.queries.js';

/** Creates a delivery for each event and each webhook that subscribes to it (webhooks 7.6). */
@Injectable()
@HandlesWork()
export class EventRelayHandler implements WorkHandler<CallEventsDue>, OnModuleInit {
  readonly kind = RELAY_EVENTS;

  constructor(
    private readonly calls: CallEventRelay,
    private readonly events: CallEvents,
    private readonly directory: WebhookDirectory,
    private readonly health: WebhookHealthReader,
  ) {}

  onModuleInit(): void {
    this.calls.relayTo(RELAY_EVENTS);
  }

  async work(lease: WorkLease<CallEventsDue>): Promise<void> {
    // The current webhooks: deliveries of an event are created once, and a webhook that was created
    // a moment ago gets the event too.
    const webhooks = await this.directory.now(lease.auth);
    if (webhooks.size === 0) return;
    const on = enabledOf(webhooks, await this.health.of(lease.auth, [...webhooks.keys()]));
    const callIds = [...new Set(lease.items.map(({ payload }) => payload.callId))];
    await lease.finish(async (tx) => {
      const events = await this.unseen(tx, callIds);
      await queueDeliveries(tx, deliveriesOf(events, webhooks, on));
      const last = new Map(events.map((event) => [event.call_id, event.sequence]));
      if (last.size > 0)
        await tx.query(ADVANCE_POSITIONS, [
          arrayParameter([...last.keys()]),
          arrayParameter([...last.values()]),
        ]);
    });
  }

  /** Events without deliveries, in the order of each call. */
  private async unseen(tx: StoreReader, callIds: readonly string[]): Promise<CallEvent[]> {
    const events = await this.events.ofCalls(tx, callIds);
    const rows = await tx.query<{ call_id: string; sequence: number }>(WEBHOOK_POSITIONS, [callIds]);
    const positions = new Map(rows.map((row) => [row.call_id, row.sequence]));
    return events.filter((event) => event.sequence > (positions.get(event.call_id) ?? 0));
  }
}

/** The history records the events that a disabled webhook has missed, so that they can be recovered. */
function deliveriesOf(events: readonly CallEvent[], webhooks: Webhooks, on: Webhooks): NewDelivery[] {
  const byProject = Map.groupBy(webhooks.values(), ({ projectId }) => projectId);
  return events.flatMap((event) =>
    (byProject.get(event.project_id) ?? [])
      .filter((webhook) => isSubscribedTo(webhook, event))
      .map((webhook) => ({
        webhook,
        eventId: event.event_id,
        eventType: event.event_type,
        occurredAt: event.occurred_at_utc,
        sequence: event.sequence,
        callId: event.call_id,
        ...(!on.has(webhook.webhookId) && { cancelledAs: 'endpoint_disabled' as const }),
      })),
  );
}

const isSubscribedTo = ({ eventTypes, createdAt }: Webhook, event: CallEvent): boolean =>
  eventTypes.includes(event.event_type) && event.appended_at >= createdAt;
