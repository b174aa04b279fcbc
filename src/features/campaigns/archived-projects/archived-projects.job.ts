import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import { systemContext, type AuthContext, type Tenant } from '../../../core/shared/auth-context.js';
import { jobKind, OWED } from '../../../core/shared/work-kind.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { ProjectFacts } from '../../projects/directory/project-facts.service.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { CampaignStatuses } from '../lookup/campaign-status.service.js';
import { beginOptOut } from '../lookup/suppressed-numbers.js';
import { CAMPAIGNS_TO_STOP, REFUSE_WAITING } from './archived-projects.queries.js';

/** The project whose outbound calls stop. */
interface StoppedProject extends Tenant {
  readonly projectId: string;
  /** An instant, as text: jobs are JSON. */
  readonly archivedAt: string;
}

/** Stops dialling for one project, even after a long outage of its store. */
export const STOP_DIALLING = jobKind<StoppedProject>('campaigns.stop-dialling', OWED);

/**
 * Pauses the campaigns of an archived project and refuses its waiting single calls (campaigns 9.12,
 * dispatch 7.11). A concurrent launch or request checks the project after the locks that this job
 * takes, so one of the two sees the other. A second run changes nothing.
 */
@HandlesJob()
export class ArchivedProjects implements JobHandler<StoppedProject> {
  readonly kind = STOP_DIALLING;

  constructor(
    private readonly projects: ProjectFacts,
    private readonly stores: TenantStores,
    private readonly access: CampaignAccess,
    private readonly statuses: CampaignStatuses,
  ) {}

  async handle({ projectId, archivedAt, ...tenant }: StoppedProject): Promise<void> {
    const auth = systemContext(tenant, 'worker');
    // If the project has been restored, only work from before the archiving is stopped.
    const before = (await this.projects.isArchived(auth, projectId)) ? null : new Date(archivedAt);
    await this.refuseWaiting(auth, projectId, before);
    await this.pauseCampaigns(auth, projectId, before);
  }

  private refuseWaiting(auth: AuthContext, projectId: string, before: Date | null): Promise<void> {
    return this.stores.transaction(auth, async (tx) => {
      await beginOptOut(tx, projectId);
      await tx.query(REFUSE_WAITING, [projectId, before]);
    });
  }

  /** Each one in a separate transaction: after a crash, the next attempt continues. */
  private async pauseCampaigns(auth: AuthContext, projectId: string, before: Date | null): Promise<void> {
    const open = await this.stores.read<{ campaignId: string }>(auth, {
      ...CAMPAIGNS_TO_STOP,
      values: [projectId],
    });
    for (const { campaignId } of open) {
      await this.access.change(auth, campaignId, async (tx, campaign) => {
        if (before === null || campaign.statusChangedAt <= before)
          await this.statuses.apply(tx, auth, campaign, 'project_archived');
      });
    }
  }
}
