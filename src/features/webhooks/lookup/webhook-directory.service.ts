import { Injectable } from '@nestjs/common';
import { systemContext, tenantKey, type Tenant } from '../../../core/kernel/auth-context.js';
import { LookupCache } from '../../../core/lookups/lookup-cache.js';
import { MetadataStore } from '../../../core/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { WebhookEndpointEntity } from '../webhooks.entities.js';

/** A webhook as deliveries need it. */
export type Webhook = Omit<WebhookEndpointEntity, 'createdBy' | 'updatedBy'>;

/** The webhooks of a tenant, by webhook_id. */
export type Webhooks = ReadonlyMap<string, Webhook>;

/** The webhooks of a tenant, and when they were asked for, in milliseconds of a clock that only goes on. */
export interface WebhooksAt {
  readonly webhooks: Webhooks;
  readonly readAt: number;
}

// A change counts in every process within a second: what is handed out may be used for some 200 ms more.
const MAX_AGE_MS = 700;
// Of a tenant in steady use they are read behind the work, some milliseconds twice a second.
const REFRESH_AFTER_MS = 400;
// A tenant has some webhooks of 1 KiB each, 20 for each project at the most.
const MAX_TENANTS = 2000;

/** What is configured, for the work on deliveries; sealed secrets included, which only `WebhookSecrets` opens. */
@Injectable()
export class WebhookDirectory {
  private readonly cache: LookupCache<WebhooksAt>;

  constructor(
    private readonly metadata: MetadataStore,
    clock: Clock,
  ) {
    this.cache = new LookupCache(clock, {
      maxAgeMs: MAX_AGE_MS,
      refreshAfterMs: REFRESH_AFTER_MS,
      maxEntries: MAX_TENANTS,
    });
  }

  /** As they were MAX_AGE_MS before the call at most. @throws 503 when the metadata store does not answer and they are older */
  async of(tenant: Tenant): Promise<WebhooksAt> {
    const calledAt = performance.now();
    const ask = async () => ({ value: await this.now(tenant) });
    // What was asked for is always found: a tenant without webhooks has an empty map of them.
    const found = (await this.cache.find(tenantKey(tenant), ask))!;
    if (calledAt - found.readAt < MAX_AGE_MS) return found;
    // The clock was set back, by which it is not as old as it is.
    return (await this.cache.renew(tenantKey(tenant), ask))!;
  }

  /** As they are now. @throws 503 when the metadata store does not answer */
  async now(tenant: Tenant): Promise<WebhooksAt> {
    const readAt = performance.now();
    const rows = await this.metadata.read(systemContext(tenant, 'webhooks'), (db) =>
      db.repo(WebhookEndpointEntity).find({}),
    );
    return { webhooks: new Map(rows.map((row) => [row.webhookId, row])), readAt };
  }
}
