import { Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { READERS } from '../rules/callers.js';
import { CampaignReport } from './report.response.js';
import { ReportService } from './report.service.js';

/** campaigns section 10. */
@Routes('v1/outbound-campaigns/:campaign_id/report', 'Outbound campaigns')
export class ReportController {
  constructor(private readonly reports: ReportService) {}

  @Get()
  @Access(READERS)
  @Operation('Shows the progress of a campaign: its contacts, calls and last validation.')
  @Answers(CampaignReport)
  getCampaignReport(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
  ): Promise<CampaignReport> {
    return this.reports.report(auth, campaignId);
  }
}
