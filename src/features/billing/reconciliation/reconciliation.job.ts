import { Injectable } from '@nestjs/common';
import { HandlesJob } from '../../../core/jobs/job-handler.js';
import type { JobHandler } from '../../../core/jobs/job-handler.js';
import { systemContext } from '../../../core/kernel/auth-context.js';
import type { DataEnv, Tenant } from '../../../core/kernel/auth-context.js';
import { jobKind } from '../../../core/kernel/work-kind.js';
import { SystemQueries } from '../../../core/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { dueBefore } from '../rules/reconciliation.policy.js';
import { TENANTS_TO_RECONCILE } from './reconciliation.queries.js';
import { ReconciliationService } from './reconciliation.service.js';

/** Compares the totals of one tenant. */
export const RECONCILE_USAGE = jobKind<Tenant>('billing.reconcile');

/** Compares totals once a day, and when an operator asks for it (billing 15.1). */
@Injectable()
@HandlesJob()
export class ReconciliationJob implements JobHandler<Tenant> {
  readonly kind = RECONCILE_USAGE;
  // What an operator asks for is done within minutes.
  readonly schedule = '*/5 * * * *';

  constructor(
    private readonly system: SystemQueries,
    private readonly reconciliation: ReconciliationService,
    private readonly clock: Clock,
  ) {}

  async plan(): Promise<readonly Tenant[]> {
    const rows = await this.system.query<{ client_id: string; data_env: DataEnv }>(TENANTS_TO_RECONCILE, [
      dueBefore(this.clock.now()),
    ]);
    return rows.map((row) => ({ clientId: row.client_id, dataEnv: row.data_env }));
  }

  handle(tenant: Tenant): Promise<void> {
    return this.reconciliation.reconcile(systemContext(tenant, 'worker'));
  }
}
