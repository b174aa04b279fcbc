import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Health } from '../rules/webhook-status.policy.js';
import { WebhookHealthEntity } from '../webhooks.entities.js';

/** Reads the health of receivers. */
@Injectable()
export class WebhookHealthReader {
  constructor(private readonly stores: TenantStores) {}

  /** Health by webhook_id; a webhook without deliveries has none. @throws 503 if the store does not answer */
  async of(auth: AuthContext, webhookIds: readonly string[]): Promise<ReadonlyMap<string, Health>> {
    if (webhookIds.length === 0) return new Map();
    return this.stores.read(auth, (db) => readHealth(db, webhookIds));
  }
}

/** The same within a transaction of the tenant's store. */
export async function readHealth(
  db: StoreReader,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, Health>> {
  const rows = await db.repo(WebhookHealthEntity).find({ webhookId: In([...webhookIds]) });
  return new Map(rows.map((row) => [row.webhookId, row]));
}
