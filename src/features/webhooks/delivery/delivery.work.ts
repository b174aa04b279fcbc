import { Injectable } from '@nestjs/common';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { SEND_DELIVERIES, type SendDeliveries } from '../queue/delivery-work.js';
import { DeliveryScheduler } from './delivery-scheduler.service.js';

/**
 * Has the deliveries of a tenant claimed that are due. Its work items go when those are under
 * leases of their own.
 */
@Injectable()
@HandlesWork()
export class SendDeliveriesHandler implements WorkHandler<SendDeliveries> {
  readonly kind = SEND_DELIVERIES;

  constructor(private readonly scheduler: DeliveryScheduler) {}

  work({ auth, items }: WorkLease<SendDeliveries>): Promise<void> {
    const sweep = items.some(({ payload }) => payload.sweep === true);
    return this.scheduler.dispatcherOf(auth).wake({ sweep });
  }
}
