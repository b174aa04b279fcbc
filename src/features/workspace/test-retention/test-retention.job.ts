import { Injectable } from '@nestjs/common';
import { HandlesJob } from '../../../core/jobs/job-handler.js';
import type { JobHandler } from '../../../core/jobs/job-handler.js';
import { systemContext } from '../../../core/kernel/auth-context.js';
import type { Tenant } from '../../../core/kernel/auth-context.js';
import { jobKind } from '../../../core/kernel/work-kind.js';
import { MetadataStore } from '../../../core/metadata/metadata-store.js';
import { TenantRoutes } from '../../../core/tenancy/tenant-routes.service.js';
import { Clock } from '../../../core/time/clock.js';
import { TESTS_KEPT_MS } from '../rules/kept-tests.js';
import { PRUNE_RUNS, PRUNE_TEST_CALLS } from './test-retention.queries.js';

/** Removes the test calls and runs of one tenant that are past their days. */
export const PRUNE_TESTS = jobKind<Tenant>('workspace.prune-tests');

/** Keeps test calls and runs of conversation tests for 30 days (workspace 9.19). */
@Injectable()
@HandlesJob()
export class TestRetention implements JobHandler<Tenant> {
  readonly kind = PRUNE_TESTS;
  // Once a day, when most tenants' offices are closed.
  readonly schedule = '10 16 * * *';

  constructor(
    private readonly routes: TenantRoutes,
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  plan(): Promise<readonly Tenant[]> {
    return this.routes.all();
  }

  async handle(tenant: Tenant): Promise<void> {
    const before = new Date(this.clock.now().getTime() - TESTS_KEPT_MS);
    await this.metadata.transaction(systemContext(tenant, 'worker'), async (tx) => {
      await tx.query(PRUNE_TEST_CALLS, [before]);
      await tx.query(PRUNE_RUNS, [before]);
    });
  }
}
