import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantRequiredConnectionEntity } from '../../../core/tenancy/tenant.entities.js';
import { blocked } from '../rules/blocked.js';
import { SsoDomainEntity } from '../single-sign-on.entities.js';

/** Whether a connection has a verified domain. */
export const hasWayIn = async (db: StoreReader, connectionId: string): Promise<boolean> =>
  (await db.repo(SsoDomainEntity).find({ connectionId, status: 'verified' })).length > 0;

/** Keeps the connection that people must sign in through (single-sign-on 7.5). Its callers hold LOCK_SSO. */
@Injectable()
export class RequiredConnection {
  /** @throws 409 if the connection is required */
  async assertOther(db: StoreReader, connectionId: string): Promise<void> {
    if (await db.repo(TenantRequiredConnectionEntity).findOne({ connectionId }))
      throw blocked('connection_required');
  }

  /**
   * Call it after a change of domains.
   * @throws 409 if the required connection has no verified domain left
   */
  async assertWayIn(db: StoreReader): Promise<void> {
    const required = await db.repo(TenantRequiredConnectionEntity).findOne({});
    if (required && !(await hasWayIn(db, required.connectionId))) throw blocked('last_domain_required');
  }
}
