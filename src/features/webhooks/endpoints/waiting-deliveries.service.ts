import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { cancelDeliveries } from '../queue/cancel-deliveries.js';
import { expediteDeliveries } from '../queue/expedite-deliveries.js';
import { SEND_DELIVERIES } from '../queue/work-kinds.js';

// By then what was being queued meanwhile is committed, so that it is found as well.
const LOOK_AFTER_MS = 2000;

/** Ends what waits for a webhook together with it (webhooks 7.8). */
@Injectable()
export class WaitingDeliveries {
  private readonly logger = new Logger(WaitingDeliveries.name);

  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /**
   * Closes a webhook, which is to say switches it off or deletes it, and cancels what waits for it
   * then. The work item that is left first has a worker do so where this process dies in between.
   * @param close changes the webhook in the metadata store
   * @throws 503 when the tenant's store does not answer, before anything is changed; what `close`
   *   throws
   */
  async endWith<T>(auth: AuthContext, webhookId: string, close: () => Promise<T>): Promise<T> {
    const notBefore = new Date(this.clock.now().getTime() + LOOK_AFTER_MS);
    await this.stores.transaction(auth, (tx) => tx.enqueue(SEND_DELIVERIES, { sweep: true }, { notBefore }));
    const closed = await close();
    try {
      await this.stores.transaction(auth, (tx) => cancelDeliveries(tx, [webhookId]));
    } catch (error) {
      this.logger.warn({ msg: 'deliveries not cancelled yet', webhook: webhookId, reason: reasonOf(error) });
    }
    return closed;
  }

  /** Sends now what waits for a retry. Where the tenant's store does not answer, it waits on. */
  async hurry(auth: AuthContext, webhookId: string): Promise<void> {
    try {
      await this.stores.transaction(auth, (tx) => expediteDeliveries(tx, webhookId));
    } catch (error) {
      this.logger.warn({ msg: 'deliveries not hurried', webhook: webhookId, reason: reasonOf(error) });
    }
  }
}
