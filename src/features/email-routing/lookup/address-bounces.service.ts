import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { EMAIL_ROUTING_ACTIONS } from '../email-routing.audit.js';
import { BOUNCE } from './addresses.queries.js';
import { BounceNotice, type BounceFacts } from './bounce-notice.js';
import { Notices } from './notices.service.js';

/** Disables an address to which mail cannot be delivered (email-routing 6.5). */
@Injectable()
export class AddressBounces {
  constructor(
    private readonly notices: Notices,
    private readonly kind: BounceNotice,
    private readonly clock: Clock,
  ) {}

  /**
   * Also notifies the other addresses of its party.
   * @returns whether it was in use
   */
  async bounce(tx: UnitOfWork, tenant: Tenant, addressId: string): Promise<boolean> {
    const now = this.clock.now();
    const [facts] = await tx.query<{ [K in keyof BounceFacts]: BounceFacts[K] }>(BOUNCE, [addressId, now]);
    if (facts === undefined) return false;
    await tx.auditDone(EMAIL_ROUTING_ACTIONS.bounced, { address_id: addressId });
    const period = now.toISOString();
    await this.notices.tell(tx, { tenant, kind: this.kind, subject: addressId, period, facts });
    return true;
  }
}
