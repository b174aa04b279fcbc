import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantRoutes } from '../../../core/database/stores/tenant-routes.service.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { inChunks } from '../../../core/shared/in-chunks.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import { PRUNE_NOTICES as KIND } from '../lookup/notice-mails.js';
import { keptSince } from '../rules/kept-notices.js';
import { PRUNE_ENTRIES, PRUNE_MARKS, PRUNE_NOTICES } from './prune-notices.queries.js';

// Deleted within some ten milliseconds.
const CHUNK = 1_000;

/** Removes notices that are no longer kept (email-routing 7.6). */
@HandlesJob()
export class PruneNoticesJob extends TenantJob {
  readonly kind = KIND;
  // Daily, when most tenants' offices are closed.
  readonly schedule = '50 16 * * *';

  constructor(
    private readonly routes: TenantRoutes,
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.routes.all();
  }

  protected async work(auth: AuthContext): Promise<void> {
    const before = keptSince(this.clock.now());
    for (const prune of [PRUNE_NOTICES, PRUNE_ENTRIES, PRUNE_MARKS])
      await inChunks(CHUNK, async (chunk) => {
        const removed = await this.metadata.transaction(auth, (tx) => tx.query(prune, [before, chunk]));
        return removed.length;
      });
  }
}
