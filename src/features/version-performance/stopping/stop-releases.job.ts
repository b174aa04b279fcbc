import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';
import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import { CallVersionFigures } from '../../calls/version-figures/version-figures.service.js';
import { StoppedReleases } from '../../releases/staged/stopped-releases.service.js';
import { TENANTS_WITH_RULES } from './stopping.queries.js';

/** No retries: the job runs again in a minute anyway. */
export const STOP_RELEASES = jobKind<Tenant>('version-performance.stop', { retries: 0 });

/** Compares the calls of staged versions with their rules each minute (workspace 15.12). */
@HandlesJob()
export class StopReleasesJob extends TenantJob {
  readonly kind = STOP_RELEASES;
  readonly schedule = '* * * * *';

  constructor(
    private readonly system: SystemQueries,
    private readonly releases: StoppedReleases,
    private readonly figures: CallVersionFigures,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.system.tenants(TENANTS_WITH_RULES, []);
  }

  protected async work(auth: AuthContext): Promise<void> {
    for (const release of await this.releases.withRule(auth)) {
      const { project_id: projectId, version_number: version, started_at: since } = release;
      await this.releases.check(auth, release, await this.figures.troubles(auth, projectId, version, since));
    }
  }
}
