import { Body, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { KEYED, WRITERS } from '../rules/callers.js';
import { CampaignDetail } from '../detail/campaign-detail.response.js';
import { CreateCampaignRequest } from './create.request.js';
import { CreateCampaignService } from './create.service.js';

/** campaigns section 1. */
@Routes('v1/outbound-campaigns', 'Outbound campaigns')
export class CreateCampaignController {
  constructor(private readonly campaigns: CreateCampaignService) {}

  @Post()
  @Access(WRITERS)
  @Idempotent({ operation: 'outbound_campaigns.create', ...KEYED })
  @Operation(
    'Creates a draft campaign for a project.',
    'It keeps the version of the project that is published now. The project must be published, deployed ' +
      'and complete for outbound calls; otherwise 422 lists everything that is missing, each with the ' +
      'route that sets it.',
  )
  @ApiCreatedResponse({ type: CampaignDetail })
  createOutboundCampaign(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: CreateCampaignRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<CampaignDetail> {
    return this.campaigns.create(auth, request, reservation);
  }
}
