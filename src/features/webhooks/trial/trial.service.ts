import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { DELIVERY_BY_ID } from '../queue/delivery-by-id.queries.js';
import { queueDeliveries } from '../queue/delivery-queue.js';
import { recordOfDelivery, type DeliveryRow } from '../queue/delivery-records.js';
import { WebhookTargets } from '../lookup/webhook-targets.service.js';
import type { DeliveryRecord } from '../rules/delivery.response.js';
import type { EventType } from '../rules/vocabulary.js';
import { assertRead } from '../rules/write-guard.js';
import { revisionHash } from '../rules/revision.policy.js';
import { WEBHOOK_ACTIONS } from '../webhooks.audit.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** Sends test deliveries (webhooks 8.1). */
@Injectable()
export class WebhookTrialService {
  constructor(
    private readonly webhooks: WebhookTargets,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends an example once. The history shows the result.
   * @throws 404 if the webhook does not exist, 428 and 409 of the guard, 409 webhook_disabled
   */
  async send(
    auth: AuthContext,
    { webhookId, projectId }: { readonly webhookId: string; readonly projectId: string },
    eventType: EventType | undefined,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<DeliveryRecord> {
    const webhook = await this.webhooks.find(auth, webhookId, projectId);
    assertRead('if_match', { ifMatch }, revisionHash(webhook.revision, webhook));
    await this.webhooks.assertEnabled(auth, webhook);
    return this.stores.transaction(auth, async (tx) => {
      const [deliveryId] = await queueDeliveries(tx, [
        {
          webhook,
          eventId: randomUUID(),
          eventType: eventType ?? webhook.eventTypes[0]!,
          occurredAt: this.clock.now(),
          sequence: 0,
          callId: null,
        },
      ]);
      await tx.auditDone(WEBHOOK_ACTIONS.tested, { webhook_id: webhookId, delivery_id: deliveryId! });
      const [row] = await tx.query<DeliveryRow>(DELIVERY_BY_ID, [deliveryId]);
      return tx.complete(reservation, recordOfDelivery(row!));
    });
  }
}
