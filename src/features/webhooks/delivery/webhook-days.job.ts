import { Injectable } from '@nestjs/common';
import { systemContext } from '../../../core/kernel/auth-context.js';
import type { Tenant } from '../../../core/kernel/auth-context.js';
import { HandlesJob } from '../../../core/jobs/job-handler.js';
import type { JobHandler } from '../../../core/jobs/job-handler.js';
import { jobKind } from '../../../core/kernel/work-kind.js';
import { TenantRoutes } from '../../../core/tenancy/tenant-routes.service.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { FORGET_POSITIONS, TURN_WEBHOOK_DAYS } from './webhook-days.queries.js';

// Small enough that a delete never holds its locks or a replica's replay for long.
const CHUNK = 5000;

/** Keeps the history of deliveries to its 30 days, in the store and for the tenant that is named. */
export const PRUNE_DELIVERIES = jobKind<Tenant>('webhooks.prune');

@Injectable()
@HandlesJob()
export class DeliveriesPruner implements JobHandler<Tenant> {
  readonly kind = PRUNE_DELIVERIES;
  // Once a day, after midnight in UTC, when another day is past.
  readonly schedule = '40 0 * * *';

  constructor(
    private readonly routes: TenantRoutes,
    private readonly stores: TenantStores,
  ) {}

  plan(): Promise<readonly Tenant[]> {
    return this.routes.all();
  }

  /** Days belong to a store, and are dropped with its first tenant; for the others there is nothing left to drop. */
  async handle(tenant: Tenant): Promise<void> {
    const auth = systemContext(tenant, 'worker');
    await this.stores.transaction(auth, (db) => db.query(TURN_WEBHOOK_DAYS));
    for (let deleted = CHUNK; deleted === CHUNK;) {
      const rows = await this.stores.transaction(auth, (db) => db.query(FORGET_POSITIONS, [CHUNK]));
      deleted = rows.length;
    }
  }
}
