import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { OpenTime } from '../../business-hours/open-time/open-time.service.js';
import { FIRST_RESPONSE } from '../rules/first-response.policy.js';
import type { TicketPriority } from '../rules/words.js';

/** When a first answer is due (support 6.1). */
@Injectable()
export class FirstResponses {
  constructor(private readonly openTime: OpenTime) {}

  async dueAt(tenant: Tenant, priority: TicketPriority, from: Date): Promise<Date> {
    const { ms, inOpenHours } = FIRST_RESPONSE[priority];
    return inOpenHours ? this.openTime.after(tenant, from, ms) : new Date(from.getTime() + ms);
  }
}
