import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { StoreReader } from '../../../core/kernel/unit-of-work.js';
import { arrayParameter } from '../../../core/stores/array-parameter.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { CallEventRelay, type CallEventsDue } from '../../calls/events/call-event-relay.js';
import { CallEvents, type CallEvent } from '../../calls/events/call-events.service.js';
import { queueDeliveries, type MadeDelivery, type NewDelivery } from '../contents/delivery-queue.js';
import { RELAY_EVENTS } from '../contents/delivery-work.js';
import { DeliveryPump } from './delivery-pump.service.js';
import { DeliveryStore, LEASE_SECONDS } from './delivery-store.service.js';
import type { TakenDelivery } from './delivery.types.js';
import { WebhookDirectory, type Webhook, type Webhooks } from '../lookup/webhook-directory.service.js';
import { WebhookHealthReader } from '../lookup/webhook-health.service.js';
import { stateOf } from '../rules/webhook-status.policy.js';
import { ADVANCE_POSITIONS, WEBHOOK_POSITIONS } from './event-relay.queries.js';

/** Makes deliveries of call events, each event once for each webhook that names it (webhooks 7.6). */
@Injectable()
@HandlesWork()
export class EventRelayHandler implements WorkHandler<CallEventsDue>, OnModuleInit {
  readonly kind = RELAY_EVENTS;

  constructor(
    private readonly calls: CallEventRelay,
    private readonly events: CallEvents,
    private readonly directory: WebhookDirectory,
    private readonly health: WebhookHealthReader,
    private readonly store: DeliveryStore,
    private readonly pump: DeliveryPump,
  ) {}

  /** In every process: ingest marks the calls. */
  onModuleInit(): void {
    this.calls.relayTo(RELAY_EVENTS);
  }

  async work(lease: WorkLease<CallEventsDue>): Promise<void> {
    // As they are now: an event is made deliveries of once, and one that was made a moment ago is told of it, too.
    const { webhooks, readAt } = await this.directory.now(lease.auth);
    if (webhooks.size === 0) return;
    const off = await this.switchedOff(lease, webhooks);
    const callIds = [...new Set(lease.marks.map(({ payload }) => payload.callId))];
    const line = this.pump.lineOf(lease.auth);
    const isGuarded = line.needsGuard;
    const taken = await lease.finish(async (tx) => {
      const events = await this.unseen(tx, callIds);
      const deliveries = deliveriesOf(events, webhooks, off);
      const made = await queueDeliveries(tx, deliveries, {
        leaseSeconds: LEASE_SECONDS,
        roomOf: (id) => line.roomOf(id),
      });
      const last = new Map(events.map((event) => [event.call_id, event.sequence]));
      if (last.size > 0)
        await tx.query(ADVANCE_POSITIONS, [
          arrayParameter([...last.keys()]),
          arrayParameter([...last.values()]),
        ]);
      const own = takenOf(deliveries, made);
      if (own.length > 0 && isGuarded) await this.store.guard(tx);
      return own;
    });
    if (taken.length === 0) return;
    const on = new Map([...webhooks].filter(([id]) => !off.has(id)));
    line.adopt(taken, { webhooks: on, readAt }, isGuarded);
  }

  /** Events that no deliveries were made of, in the order of each call. */
  private async unseen(tx: StoreReader, callIds: readonly string[]): Promise<CallEvent[]> {
    const events = await this.events.ofCalls(tx, callIds);
    const rows = await tx.query<{ call_id: string; sequence: number }>(WEBHOOK_POSITIONS, [callIds]);
    const positions = new Map(rows.map((row) => [row.call_id, row.sequence]));
    return events.filter((event) => event.sequence > (positions.get(event.call_id) ?? 0));
  }

  private async switchedOff(
    lease: WorkLease<CallEventsDue>,
    webhooks: Webhooks,
  ): Promise<ReadonlySet<string>> {
    const known = await this.health.of(lease.auth, [...webhooks.keys()]);
    return new Set(
      [...webhooks.values()]
        .filter((it) => stateOf(it, known.get(it.webhookId) ?? null).status === 'disabled')
        .map(({ webhookId }) => webhookId),
    );
  }
}

/** What this process has taken as it was made. */
function takenOf(deliveries: readonly NewDelivery[], made: readonly MadeDelivery[]): TakenDelivery[] {
  return made.flatMap((row, place) => {
    const it = deliveries[place];
    if (it === undefined || row.lease_token === null) return [];
    return {
      delivery_id: row.delivery_id,
      created_at: row.created_at,
      webhook_id: it.webhook.webhookId,
      project_id: it.webhook.projectId,
      call_id: it.callId,
      event_id: it.eventId,
      event_type: it.eventType,
      sequence: it.sequence,
      occurred_at: it.occurredAt,
      is_test: false,
      attempt_count: 0,
      max_attempts: it.webhook.retryAttempts + 1,
      lease_token: row.lease_token,
      activation: it.webhook.activation,
    };
  });
}

/** Of a webhook that is switched off the history says what it has missed, so that it can be recovered. */
function deliveriesOf(
  events: readonly CallEvent[],
  webhooks: Webhooks,
  off: ReadonlySet<string>,
): NewDelivery[] {
  const byProject = Map.groupBy(webhooks.values(), ({ projectId }) => projectId);
  return events.flatMap((event) =>
    (byProject.get(event.project_id) ?? [])
      .filter((webhook) => isToldOf(webhook, event))
      .map((webhook) => ({
        webhook,
        eventId: event.event_id,
        eventType: event.event_type,
        occurredAt: event.occurred_at_utc,
        sequence: event.sequence,
        callId: event.call_id,
        ...(off.has(webhook.webhookId) && { cancelledAs: 'endpoint_disabled' as const }),
      })),
  );
}

/** What happened before there was the webhook is not its. */
const isToldOf = ({ eventTypes, createdAt }: Webhook, event: CallEvent): boolean =>
  eventTypes.includes(event.event_type) && event.appended_at >= createdAt;
