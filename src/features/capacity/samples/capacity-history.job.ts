import { Injectable } from '@nestjs/common';
import { systemContext } from '../../../core/kernel/auth-context.js';
import type { Tenant } from '../../../core/kernel/auth-context.js';
import { HandlesJob } from '../../../core/jobs/job-handler.js';
import type { JobHandler } from '../../../core/jobs/job-handler.js';
import { jobKind } from '../../../core/kernel/work-kind.js';
import { TenantRoutes } from '../../../core/tenancy/tenant-routes.service.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { PRUNE_HISTORY } from './samples.queries.js';

/** The longest range of the history, and a day more: its first bucket has begun up to six hours before (capacity 4.3). */
const KEPT_DAYS = 31;
// Small enough that a delete never holds its locks or a replica's replay for long.
const CHUNK = 5_000;

/** Removes what is past the history of a whole store; the tenant is one of those that lie there. */
export const PRUNE_CAPACITY_HISTORY = jobKind<Tenant>('capacity-history.prune');

/** Keeps the history of every store to its 30 days: a job for each store, however many tenants it has. */
@Injectable()
@HandlesJob()
export class CapacityHistoryPruner implements JobHandler<Tenant> {
  readonly kind = PRUNE_CAPACITY_HISTORY;
  // Once a day, when most tenants' offices are closed.
  readonly schedule = '40 16 * * *';

  constructor(
    private readonly routes: TenantRoutes,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  plan(): Promise<readonly Tenant[]> {
    return this.routes.onePerStore();
  }

  async handle(tenant: Tenant): Promise<void> {
    const auth = systemContext(tenant, 'worker');
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    for (let removed = CHUNK; removed === CHUNK;) {
      const [row] = await this.stores.transaction(auth, (db) =>
        db.query<{ removed: number }>(PRUNE_HISTORY, [before, CHUNK]),
      );
      removed = row?.removed ?? 0;
    }
  }
}
