import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { CampaignAccess } from './campaign-access.service.js';
import { RUNNING_CAMPAIGNS } from './campaign-pauses.queries.js';
import { CampaignStatuses } from './campaign-status.service.js';

/** Stops campaigns whose client's usage is capped (campaigns 9.11). */
@Injectable()
export class CampaignPauses {
  constructor(
    private readonly stores: TenantStores,
    private readonly access: CampaignAccess,
    private readonly statuses: CampaignStatuses,
  ) {}

  /**
   * Pauses running campaigns, each in a separate transaction: after a crash the next call
   * continues.
   * @param projectId null: those of all projects
   */
  async pause(auth: AuthContext, projectId: string | null): Promise<void> {
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
