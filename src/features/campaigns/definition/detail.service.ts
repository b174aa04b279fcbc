import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import type { CampaignDetail } from '../detail/campaign-detail.response.js';
import { CampaignDetails, type ShownCampaign } from '../detail/campaign-details.service.js';
import { CAMPAIGN_SHOWN } from '../detail/campaign-summary.queries.js';

/** Shows one campaign (campaigns 2.6). */
@Injectable()
export class CampaignDetailService {
  constructor(
    private readonly access: CampaignAccess,
    private readonly details: CampaignDetails,
  ) {}

  /** @throws 404 */
  async show(auth: AuthContext, campaignId: string): Promise<CampaignDetail> {
    const query = { ...CAMPAIGN_SHOWN, values: [campaignId] };
    const [campaign] = await this.access.readShown<ShownCampaign>(auth, campaignId, query);
    return this.details.ofRow(auth, campaign);
  }
}
