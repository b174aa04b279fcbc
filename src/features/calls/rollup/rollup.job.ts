import { Injectable, Logger } from '@nestjs/common';
import type { Tenant } from '../../../core/kernel/auth-context.js';
import { reasonOf } from '../../../core/kernel/platform-error.js';
import type { JobHandler } from '../../../core/jobs/job-worker.js';
import { TenantRoutes } from '../../../core/tenancy/tenant-routes.service.js';
import { CallRollup } from './call-rollup.service.js';

// Shorter than the lease of a job, which the last piece may outlast by one statement.
const WORK_MS = 40_000;

/** Sums up the hours that calls have come into, or changed in, since the last minute (calls-ingest 7.2). */
@Injectable()
export class RollupRefresher implements JobHandler<'call-rollup.refresh'> {
  private readonly logger = new Logger(RollupRefresher.name);
  readonly job = 'call-rollup.refresh';
  // Answers are exact meanwhile: this bounds only how much of a busy store is read call by call.
  readonly schedule = '* * * * *';

  constructor(
    private readonly routes: TenantRoutes,
    private readonly rollup: CallRollup,
  ) {}

  /** Only tenants with something to do, so that a thousand idle ones cost nothing. */
  async plan(): Promise<readonly Tenant[]> {
    const stores = await this.routes.onePerStore();
    const backlogs = await Promise.all(stores.map((tenant) => this.backlogOf(tenant)));
    return backlogs.flat();
  }

  async handle(tenant: Tenant): Promise<void> {
    await this.rollup.refresh(tenant, WORK_MS);
  }

  /** A store that is down must not keep the others from their refresh. */
  private async backlogOf(tenant: Tenant): Promise<readonly Tenant[]> {
    try {
      return await this.rollup.backlog(tenant);
    } catch (error) {
      this.logger.warn({ msg: 'rollup backlog unknown', reason: reasonOf(error) });
      return [];
    }
  }
}
