import { TenantRoutes } from '../../../core/database/stores/tenant-routes.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { inChunks } from '../../../core/shared/in-chunks.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import { forgetAttachments } from './forget-attachments.js';
import { keptSince } from '../rules/retention.policy.js';
import { DELETE_OLD_TICKETS } from '../rules/delete-old-tickets.js';
import { DELETE_TICKETS } from './retention.queries.js';

// Each chunk takes about ten milliseconds, with comments and hashes.
const CHUNK = 200;

/** Deletes tickets 24 months after they were closed (support 8.2). */
@HandlesJob()
export class DeleteOldTicketsJob extends TenantJob {
  readonly kind = DELETE_OLD_TICKETS;
  // Daily, when most tenants' offices are closed.
  readonly schedule = '20 17 * * *';

  constructor(
    private readonly routes: TenantRoutes,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.routes.all();
  }

  protected async work(auth: AuthContext): Promise<void> {
    const before = keptSince(this.clock.now());
    await inChunks(CHUNK, async (chunk) => {
      const deleted = await this.stores.transaction(auth, async (tx) => {
        const tickets = await tx.query<{ ticket_id: string }>(DELETE_TICKETS, [before, chunk]);
        const ids = tickets.map(({ ticket_id: id }) => id);
        await forgetAttachments(tx, ids);
        return ids;
      });
      return deleted.length;
    });
  }
}
