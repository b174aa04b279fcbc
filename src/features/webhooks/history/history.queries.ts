import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import { DELIVERY_COLUMNS } from '../queue/delivery-records.js';

export interface HistoryFilter {
  readonly status: string | null;
  readonly eventType: string | null;
  readonly webhookId: string | null;
  /** Null: all deliveries of the tenant. */
  readonly projectIds: readonly string[] | null;
}

export interface HistoryPosition {
  readonly createdAt: Date;
  readonly deliveryId: string;
}

/**
 * A page of the history, latest first. One text for those of a webhook, which have their own index,
 * and one for all.
 * @param from the beginning of the window
 * @param after null: from its end
 */
export function historyQuery(
  { status, eventType, webhookId, projectIds }: HistoryFilter,
  from: Date,
  after: HistoryPosition | null,
  limit: number,
): BoundQuery {
  const ofWebhook = webhookId === null ? '' : '\n   AND d.webhook_id = $10';
  return {
    name: `webhook_history${webhookId === null ? '' : '_webhook'}`,
    text: `
SELECT ${DELIVERY_COLUMNS}
  FROM webhook_deliveries d
 WHERE d.client_id = $1 AND d.data_env = $2
   AND d.created_at >= $3 AND (d.created_at, d.delivery_id) < ($4, $5)
   AND ($6::text IS NULL OR d.status = $6 OR ($6 = 'not_cancelled' AND d.status <> 'cancelled'))
   AND ($7::text IS NULL OR d.event_type = $7)
   AND ($8::text[] IS NULL OR d.project_id = ANY($8))${ofWebhook}
 ORDER BY d.created_at DESC, d.delivery_id DESC
 LIMIT $9`,
    values: [
      from,
      after?.createdAt ?? 'infinity',
      after?.deliveryId ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff',
      status,
      eventType,
      projectIds,
      limit,
      ...(webhookId === null ? [] : [webhookId]),
    ],
  };
}
