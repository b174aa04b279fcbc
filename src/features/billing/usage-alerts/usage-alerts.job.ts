import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { UsageCapped } from '../billing.events.js';
import { UsageCaps } from './usage-caps.service.js';
import { TENANTS_TO_WATCH } from './watching.queries.js';
import { UsageWatch } from './watching.service.js';

export const WATCH_USAGE = jobKind<Tenant>('billing.usage-alerts');

/** Compares usage with alerts, and publishes the caps in force (billing 16.3, 16.6). */
@HandlesJob()
export class UsageAlertsJob extends TenantJob {
  readonly kind = WATCH_USAGE;
  readonly schedule = '*/5 * * * *';

  constructor(
    private readonly system: SystemQueries,
    private readonly usage: UsageWatch,
    private readonly caps: UsageCaps,
    private readonly metadata: MetadataStore,
    private readonly events: TransactionEvents,
    private readonly clock: Clock,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.system.tenants(TENANTS_TO_WATCH, [this.clock.now()]);
  }

  protected async work(auth: AuthContext): Promise<void> {
    try {
      await this.usage.watch(auth);
    } finally {
      // In every run, because a launch that was validated just before the cap was reached slips
      // through once. Known caps apply even if usage cannot be read.
      await this.publishCaps(auth);
    }
  }

  private async publishCaps(auth: AuthContext): Promise<void> {
    const capped = await this.caps.inForce(auth);
    if (capped.length === 0) return;
    await this.metadata.transaction(auth, (tx) => this.events.publish(tx, new UsageCapped(auth, capped)));
  }
}
