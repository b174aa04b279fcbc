import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { TENANTS_TO_METER } from './metering.queries.js';
import { MeteringService } from './metering.service.js';
import { frozenUntil } from '../rules/usage-window.policy.js';

export const METER_USAGE = jobKind<Tenant>('billing.meter');

/** Counts usage hour by hour (billing section 14). */
@HandlesJob()
export class MeteringJob extends TenantJob {
  readonly kind = METER_USAGE;
  // Windows freeze on the hour; a submission that the provider did not accept is retried some
  // minutes later.
  readonly schedule = '*/5 * * * *';

  constructor(
    private readonly system: SystemQueries,
    private readonly metering: MeteringService,
    private readonly clock: Clock,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.system.tenants(TENANTS_TO_METER, [frozenUntil(this.clock.now())]);
  }

  protected work(auth: AuthContext): Promise<void> {
    return this.metering.meter(auth);
  }
}
