import { Body, Get, Param, Patch, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { CAMPAIGN_ERRORS } from '../campaigns.errors.js';
import { KEYED, READERS, WRITERS } from '../rules/callers.js';
import { CampaignDetail } from '../detail/campaign-detail.response.js';
import { CampaignDetailService } from './detail.service.js';
import { UpdateCampaignRequest } from './update.request.js';
import { UpdateCampaignService } from './update.service.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** One campaign: campaigns 2.6 and 2.8. */
@Routes('v1/outbound-campaigns/:campaign_id', 'Outbound campaigns')
export class CampaignDetailController {
  constructor(
    private readonly campaigns: CampaignDetailService,
    private readonly updates: UpdateCampaignService,
  ) {}

  @Get()
  @Access(READERS)
  @Operation('Shows one campaign with its policies, counts and state.')
  @Answers(CampaignDetail)
  getOutboundCampaign(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
  ): Promise<CampaignDetail> {
    return this.campaigns.show(auth, campaignId);
  }

  @Patch()
  @Access({ ...WRITERS, errors: [CAMPAIGN_ERRORS.invalidState] })
  @Idempotent(KEYED)
  @Operation(
    'Changes name, description, priority or schedule of a campaign in draft, scheduled or paused.',
    'Omitted fields keep their values. In any other status, the answer is 422 invalid_campaign_state.',
  )
  @Answers(CampaignDetail)
  updateOutboundCampaign(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
    @Body() request: UpdateCampaignRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<CampaignDetail> {
    return this.updates.update(auth, campaignId, request, reservation);
  }
}
