import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import { systemContext, type AuthContext, type Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { CampaignStatuses } from '../lookup/campaign-status.service.js';
import { RUNNING_CAMPAIGNS } from './capped-campaigns.queries.js';

/** A client whose usage is capped. */
interface CappedTenant extends Tenant {
  /** Null stands for all projects of the client. */
  readonly projectIds: readonly (string | null)[];
}

/** Not retried: while the cap lasts, the next comparison of usage requests it again. */
export const PAUSE_CAPPED = jobKind<CappedTenant>('campaigns.pause-capped');

/** Pauses the running campaigns of a client whose usage is capped (campaigns 9.11). */
@HandlesJob()
export class CappedCampaigns implements JobHandler<CappedTenant> {
  readonly kind = PAUSE_CAPPED;

  constructor(
    private readonly stores: TenantStores,
    private readonly access: CampaignAccess,
    private readonly statuses: CampaignStatuses,
  ) {}

  async handle({ projectIds, ...tenant }: CappedTenant): Promise<void> {
    const auth = systemContext(tenant, 'worker');
    for (const projectId of projectIds) await this.pause(auth, projectId);
  }

  /** Each campaign in a separate transaction: after a crash the next attempt continues. */
  private async pause(auth: AuthContext, projectId: string | null): Promise<void> {
    const running = await this.stores.read<{ campaign_id: string }>(auth, {
      ...RUNNING_CAMPAIGNS,
      values: [projectId],
    });
    for (const { campaign_id: campaignId } of running) {
      await this.access.change(auth, campaignId, (tx, campaign) =>
        this.statuses.apply(tx, auth, campaign, 'usage_capped'),
      );
    }
  }
}
