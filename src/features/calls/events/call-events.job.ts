import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { inChunks } from '../../../core/shared/in-chunks.js';
import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import { jobKind } from '../../../core/shared/work-kind.js';
import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { TenantRoutes } from '../../../core/database/stores/tenant-routes.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';

// Delivery history reaches back 30 days (calls-ingest 5.3); no event is looked up after that.
const RETENTION_DAYS = 30;
const CHUNK = 5_000;

const PRUNE = namedQuery('prune_call_events')`
    WITH old AS (
      SELECT e.call_id, e.event_type FROM call_events e
       WHERE e.client_id = $1 AND e.data_env = $2 AND e.appended_at < $3
       ORDER BY e.appended_at LIMIT $4)
    DELETE FROM call_events e USING old
     WHERE e.client_id = $1 AND e.data_env = $2 AND e.call_id = old.call_id AND e.event_type = old.event_type
    RETURNING 1`;

export const PRUNE_CALL_EVENTS = jobKind<Tenant>('call-events.prune');

/** Keeps the event outbox of every tenant to its retention. */
@HandlesJob()
export class PruneCallEventsJob extends TenantJob {
  readonly kind = PRUNE_CALL_EVENTS;
  // Daily, when most tenants' offices are closed.
  readonly schedule = '20 16 * * *';

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

  protected work(auth: AuthContext): Promise<void> {
    const before = new Date(this.clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    return inChunks(CHUNK, async (chunk) => {
      const removed = await this.stores.transaction(auth, (db) => db.query(PRUNE, [before, chunk]));
      return removed.length;
    });
  }
}
