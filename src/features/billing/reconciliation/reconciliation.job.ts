import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { dueBefore } from '../rules/reconciliation.policy.js';
import { TENANTS_TO_RECONCILE } from './reconciliation.queries.js';
import { ReconciliationService } from './reconciliation.service.js';

export const RECONCILE_USAGE = jobKind<Tenant>('billing.reconcile');

/** Compares totals once a day, and at an operator's request (billing 15.1). */
@HandlesJob()
export class ReconciliationJob extends TenantJob {
  readonly kind = RECONCILE_USAGE;
  // Runs often enough to fulfil an operator's request within minutes.
  readonly schedule = '*/5 * * * *';

  constructor(
    private readonly system: SystemQueries,
    private readonly reconciliation: ReconciliationService,
    private readonly clock: Clock,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.system.tenants(TENANTS_TO_RECONCILE, [dueBefore(this.clock.now())]);
  }

  protected work(auth: AuthContext): Promise<void> {
    return this.reconciliation.reconcile(auth);
  }
}
