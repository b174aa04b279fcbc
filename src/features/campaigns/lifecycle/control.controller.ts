import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Idempotent, Replayed, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { CAMPAIGN_ERRORS } from '../campaigns.errors.js';
import { KEYED, WRITERS } from '../rules/callers.js';
import { CampaignDetail } from '../detail/campaign-detail.response.js';
import { LaunchResponse } from './control.response.js';
import { ControlService } from './control.service.js';

const CONTROLLERS = { ...WRITERS, errors: [CAMPAIGN_ERRORS.invalidState] };
const WHEN_BLOCKED =
  'This dials real telephones. If the validation finds a blocker, the campaign stays unchanged and the ' +
  'response says why; resolve it and launch with a new key.';

// An unavailable key must not keep a campaign calling: the stored parts of these responses contain
// nothing sealed.
const STOPPED = { ...KEYED, answersReplays: true, plainAnswer: true };

/** campaigns section 9. */
@Routes('v1/outbound-campaigns/:campaign_id', 'Outbound campaigns')
export class ControlController {
  constructor(private readonly control: ControlService) {}

  @Post('run')
  @Access(CONTROLLERS)
  @Idempotent({ operation: 'outbound_campaigns.run', required: true, ...KEYED })
  @Operation('Launches a draft or scheduled campaign, now or at the start of its schedule.', WHEN_BLOCKED)
  @Answers(LaunchResponse)
  runCampaign(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<LaunchResponse> {
    return this.control.launch(auth, campaignId, 'run', reservation);
  }

  @Post('pause')
  @Access(CONTROLLERS)
  @Idempotent({ operation: 'outbound_campaigns.pause', required: true, ...STOPPED })
  @Operation('Pauses a scheduled or running campaign; calls in progress finish.')
  @Answers(CampaignDetail)
  pauseCampaign(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
    @Replayed() replayed: unknown,
  ): Promise<CampaignDetail> {
    return this.control.stop(auth, campaignId, 'pause', { reservation, replayed });
  }

  @Post('resume')
  @Access(CONTROLLERS)
  @Idempotent({ operation: 'outbound_campaigns.resume', required: true, ...KEYED })
  @Operation('Resumes a paused campaign.', WHEN_BLOCKED)
  @Answers(LaunchResponse)
  resumeCampaign(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<LaunchResponse> {
    return this.control.launch(auth, campaignId, 'resume', reservation);
  }

  @Post('cancel')
  @Access(CONTROLLERS)
  @Idempotent({ operation: 'outbound_campaigns.cancel', required: true, ...STOPPED })
  @Operation('Ends a campaign; its history is kept.')
  @Answers(CampaignDetail)
  cancelCampaign(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
    @Replayed() replayed: unknown,
  ): Promise<CampaignDetail> {
    return this.control.stop(auth, campaignId, 'cancel', { reservation, replayed });
  }
}
