import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { PersonNotice, type PersonFacts } from './person-notice.js';

/**
 * Sends notices about invitations and roles, in the transaction that changes them (email-routing
 * 6.8).
 */
@Injectable()
export class PersonNotices {
  constructor(
    private readonly notices: Notices,
    private readonly kind: PersonNotice,
    private readonly clock: Clock,
  ) {}

  /** @param subject the id of the invitation or of the person */
  async tell(tx: UnitOfWork, tenant: Tenant, subject: string, facts: PersonFacts): Promise<void> {
    const period = `${facts.what} ${this.clock.now().toISOString()}`;
    await this.notices.tell(tx, { tenant, kind: this.kind, subject, period, facts });
  }
}
