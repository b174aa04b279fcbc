import { Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { READERS } from '../rules/callers.js';
import { LaunchPreviewRequest } from './launch-preview.request.js';
import { CampaignLaunchPreview } from './launch-preview.response.js';
import { LaunchPreviewService } from './launch-preview.service.js';

/** campaigns 6.7. */
@Routes('v1/outbound-campaigns/:campaign_id/launch-preview', 'Outbound campaigns')
export class LaunchPreviewController {
  constructor(private readonly previews: LaunchPreviewService) {}

  @Get()
  @Access(READERS)
  @Operation(
    'Shows in which hours the contacts of a campaign may be called.',
    'Computed for a launch at the start of its schedule, or now if that has passed, as if there were no ' +
      'blocker of the campaign, the project or capacity. Retries after calls that are still to be made are ' +
      'not counted.',
  )
  @Answers(CampaignLaunchPreview)
  getCampaignLaunchPreview(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() { hours }: LaunchPreviewRequest,
  ): Promise<CampaignLaunchPreview> {
    return this.previews.preview(auth, campaignId, hours);
  }
}
