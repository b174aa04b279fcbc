import { Injectable } from '@nestjs/common';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { SEND_DELIVERIES } from '../contents/delivery-work.js';
import { DeliveryPump } from './delivery-pump.service.js';

/** Has the deliveries of a tenant taken that are due. Its marks go when they are under leases of their own. */
@Injectable()
@HandlesWork()
export class SendDeliveriesHandler implements WorkHandler<Record<string, never>> {
  readonly kind = SEND_DELIVERIES;

  constructor(private readonly pump: DeliveryPump) {}

  work(lease: WorkLease<Record<string, never>>): Promise<void> {
    return this.pump.wake(lease.auth);
  }
}
