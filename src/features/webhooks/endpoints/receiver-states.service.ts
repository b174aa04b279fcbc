import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { WebhookHealthReader } from '../lookup/webhook-health.service.js';
import type { EventType } from '../rules/vocabulary.js';
import type { Health } from '../rules/webhook-status.policy.js';
import { NEXT_ATTEMPTS } from './next-attempts.queries.js';

// A larger number would only mean "many", and a backlog may have millions.
const MOST_COUNTED = 1000;
// Enough to show the next attempts; the history has all of them.
const MOST_SHOWN = 5;

interface NextAttemptRow {
  readonly webhook_id: string;
  readonly waiting_count: number;
  readonly delivery_id: string | null;
  readonly event_type: EventType;
  readonly attempt_number: number;
  readonly due_at: Date;
}

export interface ReceiverState {
  readonly health: Health | null;
  /** Up to MOST_COUNTED. */
  readonly waitingCount: number;
  /** Earliest first. */
  readonly next: readonly {
    readonly deliveryId: string;
    readonly eventType: EventType;
    readonly attemptNumber: number;
    readonly dueAt: Date;
  }[];
}

/** The state of a webhook without any delivery. */
export const UNTRIED: ReceiverState = { health: null, waitingCount: 0, next: [] };

/** Reads the state of receivers from the tenant's store (webhooks 2.3, 2.12). */
@Injectable()
export class ReceiverStates {
  constructor(
    private readonly stores: TenantStores,
    private readonly health: WebhookHealthReader,
  ) {}

  /** By webhook_id, each of them. @throws 503 when the store does not answer */
  async of(auth: AuthContext, webhookIds: readonly string[]): Promise<ReadonlyMap<string, ReceiverState>> {
    if (webhookIds.length === 0) return new Map();
    const health = await this.health.of(auth, webhookIds);
    const rows = await this.stores.read<NextAttemptRow>(auth, {
      ...NEXT_ATTEMPTS,
      values: [webhookIds, MOST_COUNTED, MOST_SHOWN],
    });
    return new Map(
      webhookIds.map((id) => {
        const own = rows.filter((row) => row.webhook_id === id);
        const state = { health: health.get(id) ?? null, waitingCount: own[0]?.waiting_count ?? 0 };
        return [id, { ...state, next: own.flatMap(attemptOf) }];
      }),
    );
  }
}

const attemptOf = ({
  delivery_id: deliveryId,
  event_type: eventType,
  attempt_number: attemptNumber,
  due_at: dueAt,
}: NextAttemptRow): ReceiverState['next'] =>
  deliveryId === null ? [] : [{ deliveryId, eventType, attemptNumber, dueAt }];
