import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { READERS } from '../rules/callers.js';
import { CampaignListRequest } from './list.request.js';
import { CampaignListResponse } from './list.response.js';
import { CampaignListService } from './list.service.js';

/** campaigns 2.7. */
@Routes('v1/outbound-campaigns', 'Outbound campaigns')
export class CampaignListController {
  constructor(private readonly campaigns: CampaignListService) {}

  @Get()
  @Access({ ...READERS, project: 'query' })
  @Operation('Campaigns, filtered, sorted and page by page.')
  @Answers(CampaignListResponse)
  listOutboundCampaigns(
    @Auth() auth: AuthContext,
    @Query() request: CampaignListRequest,
  ): Promise<CampaignListResponse> {
    return this.campaigns.list(auth, request);
  }
}
