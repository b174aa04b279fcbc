import { Injectable } from '@nestjs/common';
import { Cursors, type CursorBinding } from '../../../core/http/paging/cursor.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { DELIVERY_BY_ID } from '../queue/delivery-by-id.queries.js';
import { queueDeliveries } from '../queue/delivery-queue.js';
import { recordOfDelivery, type DeliveryRow } from '../queue/delivery-records.js';
import { WebhookTargets } from '../lookup/webhook-targets.service.js';
import type { DeliveryRecord } from '../rules/delivery.response.js';
import { WEBHOOK_ACTIONS } from '../webhooks.audit.js';
import { historyQuery, type HistoryPosition } from './history.queries.js';
import type { DeliveryHistoryQuery } from './history.request.js';
import type { DeliveryHistoryResponse } from './history.response.js';

/** From the contract; older days are dropped. */
const WINDOW_DAYS = 30;

/** The history of deliveries (webhooks section 8). */
@Injectable()
export class DeliveryHistoryService {
  constructor(
    private readonly stores: TenantStores,
    private readonly projects: ProjectVisibility,
    private readonly webhooks: WebhookTargets,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists deliveries of the projects that the caller may see.
   * @throws 400 for a cursor of another list
   */
  async list(auth: AuthContext, request: DeliveryHistoryQuery): Promise<DeliveryHistoryResponse> {
    const binding = bindingOf(auth, request);
    const after =
      request.cursor === undefined ? null : toPosition(this.cursors.decode(binding, request.cursor));
    const now = this.clock.now();
    const from = new Date(now.getTime() - WINDOW_DAYS * DAY_MS);
    const query = historyQuery(
      {
        status: request.status ?? null,
        eventType: request.event_type ?? null,
        webhookId: request.webhook_id ?? null,
        projectIds: await this.visible(auth, request.project_id),
      },
      from,
      after,
      request.page_size + 1,
    );
    const rows = await this.stores.read<DeliveryRow>(auth, query);
    const shown = rows.slice(0, request.page_size);
    const last = rows.length > request.page_size ? shown.at(-1) : undefined;
    return {
      items: shown.map(recordOfDelivery),
      window: { days: WINDOW_DAYS, from_utc: from.toISOString(), to_utc: now.toISOString() },
      ...(last && {
        next_cursor: this.cursors.encode(binding, [last.created_at.getTime(), last.delivery_id]),
      }),
    };
  }

  /**
   * Sends the event of a delivery again, as a new delivery with the currently permitted data of its
   * call.
   * @throws 404 if it or its webhook does not exist, 409 while it has not ended or its webhook is
   *   switched off
   */
  async redeliver(
    auth: AuthContext,
    deliveryId: string,
    reservation: Reservation | null,
  ): Promise<DeliveryRecord> {
    if (!isGivenId(deliveryId)) throw notFound();
    const found = await this.stores.read(auth, (db) => byId(db, deliveryId));
    if (!found) throw notFound();
    const webhook = await this.webhooks.find(auth, found.webhook_id);
    await this.webhooks.assertEnabled(auth, webhook);
    return this.stores.transaction(auth, async (tx) => {
      const row = await byId(tx, deliveryId);
      if (!row) throw notFound();
      if (row.status === 'pending' || row.status === 'retrying') {
        throw new PlatformError(CATALOGUE.conflict, {
          message: 'The delivery has not ended. Its result will be in the history.',
        });
      }
      const [madeId] = await queueDeliveries(tx, [
        {
          webhook,
          eventId: row.event_id,
          eventType: row.event_type,
          occurredAt: row.occurred_at,
          sequence: row.sequence,
          callId: row.call_id,
          redeliveryOf: row.delivery_id,
        },
      ]);
      await tx.auditDone(WEBHOOK_ACTIONS.redelivered, {
        webhook_id: row.webhook_id,
        delivery_id: madeId!,
        redelivery_of: row.delivery_id,
      });
      return tx.complete(reservation, recordOfDelivery((await byId(tx, madeId!))!));
    });
  }

  /** The projects of a partner_user, or the named one, which the guards have checked. */
  private async visible(auth: AuthContext, projectId: string | undefined): Promise<readonly string[] | null> {
    if (projectId !== undefined) return [projectId];
    const visible = await this.projects.visibleProjects(auth);
    return visible === 'all' ? null : visible;
  }
}

const byId = async (db: StoreReader, deliveryId: string): Promise<DeliveryRow | undefined> =>
  (await db.query<DeliveryRow>(DELIVERY_BY_ID, [deliveryId]))[0];

const toPosition = ([createdMs, deliveryId]: readonly unknown[]): HistoryPosition => ({
  createdAt: new Date(Number(createdMs)),
  deliveryId: String(deliveryId),
});

// The page size may change between pages.
const bindingOf = (
  auth: AuthContext,
  { status, event_type, webhook_id, project_id }: DeliveryHistoryQuery,
): CursorBinding => ({
  route: 'GET /v1/partner/webhooks/deliveries',
  tenant: auth,
  filter: { status, event_type, webhook_id, project_id },
});
