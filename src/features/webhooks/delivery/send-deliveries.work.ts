import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { tenantKey, type Tenant } from '../../../core/shared/auth-context.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { WebhookDirectory } from '../lookup/webhook-directory.service.js';
import { SEND_DELIVERIES, type SendDeliveries } from '../queue/work-kinds.js';
import { DeliverySender } from './delivery-sender.service.js';
import { DeliveryStore } from './delivery-store.service.js';
import { SnapshotReader } from './snapshot-reader.service.js';
import { TenantDispatcher, type DispatcherTools } from './tenant-dispatcher.js';

// How long a stopping worker waits for receivers; interrupted deliveries are sent again after their
// leases.
const STOP_MS = 10_000;

/**
 * Runs deliveries with a dispatcher for each tenant. Each stays in memory, at a few KiB, to
 * remember response times. Work items end once due deliveries have their own leases.
 */
@Injectable()
@HandlesWork()
export class SendDeliveriesHandler implements WorkHandler<SendDeliveries>, BeforeApplicationShutdown {
  readonly kind = SEND_DELIVERIES;
  private readonly dispatchers = new Map<string, TenantDispatcher>();
  private readonly stopping = new AbortController();
  private readonly tools: DispatcherTools;

  constructor(
    directory: WebhookDirectory,
    store: DeliveryStore,
    snapshots: SnapshotReader,
    sender: DeliverySender,
  ) {
    const logger = new Logger(SendDeliveriesHandler.name);
    const { signal: stopping } = this.stopping;
    this.tools = { directory, store, snapshots, sender, logger, stopping, wait: delay, load: { claimed: 0 } };
  }

  work({ auth, items }: WorkLease<SendDeliveries>): Promise<void> {
    return this.dispatcherOf(auth).wake({ sweep: items.some(({ payload }) => payload.sweep === true) });
  }

  dispatcherOf({ clientId, dataEnv }: Tenant): TenantDispatcher {
    const tenant = { clientId, dataEnv };
    const key = tenantKey(tenant);
    const dispatcher = this.dispatchers.get(key) ?? new TenantDispatcher(tenant, this.tools);
    this.dispatchers.set(key, dispatcher);
    return dispatcher;
  }

  /** Starts no further deliveries, and settles those that end in time. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    const settled = Promise.all([...this.dispatchers.values()].map((it) => it.settled()));
    await Promise.race([settled, delay(STOP_MS, undefined, { ref: false })]);
  }
}
