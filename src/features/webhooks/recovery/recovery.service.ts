import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import type { CallEvent } from '../../calls/events/call-events.service.js';
import { queueDeliveries } from '../queue/delivery-queue.js';
import { RELAY_EVENTS } from '../queue/work-kinds.js';
import { WebhookTargets } from '../lookup/webhook-targets.service.js';
import type { Webhook } from '../lookup/webhook-directory.service.js';
import { WEBHOOK_ACTIONS } from '../webhooks.audit.js';
import { MISSED_EVENTS, TAKE_RECOVERY_TURN } from './recovery.queries.js';
import type { RecoverWebhookRequest } from './recovery.request.js';
import type { RecoveryResponse } from './recovery.response.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** The retention of events. */
const WINDOW_DAYS = 30;

// One transaction of a few hundred milliseconds, and a backlog that a receiver completes in
// minutes.
const MOST_AT_ONCE = 5000;

/** Sends the events that a webhook has missed (webhooks 8.6). */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly webhooks: WebhookTargets,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts, or sends, the events of a range that never reached the webhook: failed, blocked,
   * cancelled, or never tried.
   * @throws 404 if the webhook does not exist, 409 webhook_disabled, 422 for the range
   */
  async recover(
    auth: AuthContext,
    { webhookId, projectId }: { readonly webhookId: string; readonly projectId: string },
    request: RecoverWebhookRequest,
    reservation: Reservation | null,
  ): Promise<RecoveryResponse> {
    const webhook = await this.webhooks.find(auth, webhookId, projectId);
    const { since, until } = this.rangeOf(request);
    await this.webhooks.assertEnabled(auth, webhook);
    const preview = request.preview ?? false;
    const most = MOST_AT_ONCE + 1;
    const values = [
      webhook.projectId,
      webhook.eventTypes,
      since,
      until,
      webhook.webhookId,
      most,
      RELAY_EVENTS.name,
    ];
    return this.stores.transaction(auth, async (tx) => {
      if (!preview) await tx.query(TAKE_RECOVERY_TURN, [webhook.webhookId]);
      const events = await tx.query<CallEvent>(MISSED_EVENTS, values);
      const count = Math.min(events.length, MOST_AT_ONCE);
      if (!preview) {
        await queueDeliveries(tx, deliveriesOf(webhook, events.slice(0, MOST_AT_ONCE)));
        await tx.auditDone(WEBHOOK_ACTIONS.recovered, { webhook_id: webhookId, events: count });
      }
      return tx.complete(reservation, {
        webhook_id: webhookId,
        since_utc: since.toISOString(),
        until_utc: until.toISOString(),
        preview,
        count,
        has_more: events.length > MOST_AT_ONCE,
      });
    });
  }

  private rangeOf({ since: from, until: to }: RecoverWebhookRequest): { since: Date; until: Date } {
    const now = this.clock.now();
    const since = readInstant(from)!;
    const until = to === undefined ? now : readInstant(to)!;
    if (now.getTime() - since.getTime() > WINDOW_DAYS * DAY_MS) {
      throw unprocessable({
        loc: ['body', 'since'],
        message: `must be at most ${WINDOW_DAYS} days ago; events are not kept for longer`,
        type: 'range_invalid',
      });
    }
    if (since >= until)
      throw unprocessable({ loc: ['body', 'until'], message: 'must be after since', type: 'range_invalid' });
    return { since, until };
  }
}

const deliveriesOf = (webhook: Webhook, events: readonly CallEvent[]) =>
  events.map((event) => ({
    webhook,
    eventId: event.event_id,
    eventType: event.event_type,
    occurredAt: event.occurred_at_utc,
    sequence: event.sequence,
    callId: event.call_id,
  }));
