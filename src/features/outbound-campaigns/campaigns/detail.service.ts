import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import type { CampaignDetail } from '../snapshot/campaign-detail.response.js';
import { CampaignDetails } from '../snapshot/campaign-details.service.js';

/** Shows one campaign (campaigns 2.6). */
@Injectable()
export class CampaignDetailService {
  constructor(
    private readonly access: CampaignAccess,
    private readonly details: CampaignDetails,
  ) {}

  /** @throws 404 */
  show(auth: AuthContext, campaignId: string): Promise<CampaignDetail> {
    return this.access.read(auth, campaignId, (db, campaign) => this.details.detailOf(db, auth, campaign));
  }
}
