import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { cancelDeliveries } from '../queue/cancel-deliveries.js';
import { expediteDeliveries } from '../queue/expedite-deliveries.js';
import { SEND_DELIVERIES } from '../queue/work-kinds.js';

// By then, concurrent transactions that queue deliveries have committed, so those are found as
// well.
const LOOK_AFTER_MS = 2000;

/** Ends a webhook and its waiting deliveries (webhooks 7.8). */
@Injectable()
export class WaitingDeliveries {
  private readonly logger = new Logger(WaitingDeliveries.name);

  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /**
   * Switches a webhook off or deletes it, and then cancels its waiting deliveries. The work item
   * that is enqueued first makes a worker do so if this process dies in between.
   * @param close changes the webhook in the metadata store
   * @throws 503 if the tenant's store does not answer, before anything is changed; any error of
   *   `close`
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

  /**
   * Sends deliveries that wait for a retry now. If the tenant's store does not answer, they keep
   * waiting.
   */
  async hurry(auth: AuthContext, webhookId: string): Promise<void> {
    try {
      await this.stores.transaction(auth, (tx) => expediteDeliveries(tx, webhookId));
    } catch (error) {
      this.logger.warn({
        msg: 'waiting deliveries not rescheduled',
        webhook: webhookId,
        reason: reasonOf(error),
      });
    }
  }
}
