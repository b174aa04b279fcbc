import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { READERS } from '../rules/callers.js';
import { CampaignListRequest } from './list.request.js';
import { CampaignListResponse } from './list.response.js';
import { CampaignListService } from './list.service.js';

/** campaigns 2.7. */
@ApiTags('Outbound campaigns')
@Controller('v1/outbound-campaigns')
export class CampaignListController {
  constructor(private readonly campaigns: CampaignListService) {}

  @Get()
  @Access({ ...READERS, project: 'query' })
  @ApiOperation({ summary: 'Campaigns, filtered, sorted and page by page.' })
  @ApiOkResponse({ type: CampaignListResponse })
  listOutboundCampaigns(
    @Auth() auth: AuthContext,
    @Query() request: CampaignListRequest,
  ): Promise<CampaignListResponse> {
    return this.campaigns.list(auth, request);
  }
}
