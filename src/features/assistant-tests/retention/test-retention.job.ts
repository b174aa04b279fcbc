import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantRoutes } from '../../../core/database/stores/tenant-routes.service.js';
import { Clock } from '../../../core/time/clock.js';
import { TESTS_KEPT_MS } from '../../configuration/rules/tests/kept-tests.js';
import { PRUNE_RUNS, PRUNE_TEST_CALLS } from './test-retention.queries.js';

export const PRUNE_TESTS = jobKind<Tenant>('workspace.prune-tests');

/** Keeps test calls and runs of conversation tests for 30 days (workspace 9.19). */
@HandlesJob()
export class PruneTestsJob extends TenantJob {
  readonly kind = PRUNE_TESTS;
  // Daily, when most tenants' offices are closed.
  readonly schedule = '10 16 * * *';

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
    const before = new Date(this.clock.now().getTime() - TESTS_KEPT_MS);
    await this.metadata.transaction(auth, async (tx) => {
      await tx.query(PRUNE_TEST_CALLS, [before]);
      await tx.query(PRUNE_RUNS, [before]);
    });
  }
}
