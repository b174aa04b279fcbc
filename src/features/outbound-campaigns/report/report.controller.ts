import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { READERS } from '../rules/callers.js';
import { CampaignReport } from './report.response.js';
import { ReportService } from './report.service.js';

/** campaigns section 10. */
@ApiTags('Outbound campaigns')
@Controller('v1/outbound-campaigns/:campaign_id/report')
export class ReportController {
  constructor(private readonly reports: ReportService) {}

  @Get()
  @Access(READERS)
  @ApiOperation({ summary: 'How far a campaign has come: its contacts, calls and last validation.' })
  @ApiOkResponse({ type: CampaignReport })
  getCampaignReport(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
  ): Promise<CampaignReport> {
    return this.reports.report(auth, campaignId);
  }
}
