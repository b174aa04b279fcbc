import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { inChunks } from '../../../core/shared/in-chunks.js';
import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import { jobKind } from '../../../core/shared/work-kind.js';
import { TenantRoutes } from '../../../core/database/stores/tenant-routes.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { PRUNE_HISTORY } from './samples.queries.js';

/**
 * The longest range of the history, plus a day, because its first bucket begins up to six hours
 * earlier (capacity 4.3).
 */
const KEPT_DAYS = 31;
const CHUNK = 5_000;

/** Deletes the expired history of a whole store; the job's tenant is any of those in it. */
export const PRUNE_CAPACITY_HISTORY = jobKind<Tenant>('capacity-history.prune');

/** Limits each store's history to 30 days, with one job per store. */
@HandlesJob()
export class PruneCapacityHistoryJob extends TenantJob {
  readonly kind = PRUNE_CAPACITY_HISTORY;
  // Daily, when most tenants' offices are closed.
  readonly schedule = '40 16 * * *';

  constructor(
    private readonly routes: TenantRoutes,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.routes.onePerStore();
  }

  protected work(auth: AuthContext): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    return inChunks(CHUNK, async (chunk) => {
      const [row] = await this.stores.transaction(auth, (db) =>
        db.query<{ removed: number }>(PRUNE_HISTORY, [before, chunk]),
      );
      return row?.removed ?? 0;
    });
  }
}
