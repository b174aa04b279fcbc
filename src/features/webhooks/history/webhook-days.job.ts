import { Injectable } from '@nestjs/common';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { inChunks } from '../../../core/shared/in-chunks.js';
import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import { jobKind } from '../../../core/shared/work-kind.js';
import { TenantRoutes } from '../../../core/database/stores/tenant-routes.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { FORGET_POSITIONS, TURN_WEBHOOK_DAYS } from './webhook-days.queries.js';

const CHUNK = 5000;

/** Deletes a store's deliveries after 30 days; the job's tenant is any tenant of the store. */
export const PRUNE_DELIVERIES = jobKind<Tenant>('webhooks.prune');

@Injectable()
@HandlesJob()
export class DeliveriesPruner extends TenantJob {
  readonly kind = PRUNE_DELIVERIES;
  // Daily, after midnight in UTC.
  readonly schedule = '40 0 * * *';

  constructor(
    private readonly routes: TenantRoutes,
    private readonly stores: TenantStores,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.routes.all();
  }

  /** The first tenant's run drops the days of the store; those of its other tenants find nothing to do. */
  protected async work(auth: AuthContext): Promise<void> {
    await this.stores.transaction(auth, (db) => db.query(TURN_WEBHOOK_DAYS));
    await inChunks(CHUNK, async (chunk) => {
      const removed = await this.stores.transaction(auth, (db) => db.query(FORGET_POSITIONS, [chunk]));
      return removed.length;
    });
  }
}
