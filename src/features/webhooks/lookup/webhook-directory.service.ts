import { Injectable } from '@nestjs/common';
import { systemContext, type Tenant } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Health } from '../rules/webhook-status.policy.js';
import { stateOf } from '../rules/webhook-status.policy.js';
import { WebhookEndpointEntity } from '../webhooks.entities.js';

/** The fields of a webhook that deliveries need. */
export type Webhook = Omit<WebhookEndpointEntity, 'createdBy' | 'updatedBy'>;

export type Webhooks = ReadonlyMap<string, Webhook>;

/** The configured webhooks with sealed secrets, which only `WebhookSecrets` opens. */
@Injectable()
export class WebhookDirectory {
  constructor(private readonly metadata: MetadataStore) {}

  /**
   * The current webhooks.
   * @throws 503 when the metadata store does not answer
   */
  async now(tenant: Tenant): Promise<Webhooks> {
    const rows = await this.metadata.read(systemContext(tenant, 'webhooks'), (db) =>
      db.repo(WebhookEndpointEntity).find({}),
    );
    return new Map(rows.map((row) => [row.webhookId, row]));
  }
}

/**
 * The enabled webhooks (webhooks 2.5).
 * @param health by webhook_id, of webhooks with at least one delivery
 */
export const enabledOf = (webhooks: Webhooks, health: ReadonlyMap<string, Health>): Webhooks =>
  new Map([...webhooks].filter(([id, it]) => stateOf(it, health.get(id) ?? null).status !== 'disabled'));
