import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { KEYED, READERS, WRITERS } from '../rules/callers.js';
import { CampaignValidationResult } from '../detail/campaign-validation.response.js';
import { ValidationService } from './validation.service.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** campaigns section 6. */
@Routes('v1/outbound-campaigns/:campaign_id', 'Outbound campaigns')
export class ValidationController {
  constructor(private readonly validation: ValidationService) {}

  @Get('validation')
  @Access(READERS)
  @Operation(
    'Shows whether a campaign may be launched, and what prevents it.',
    'Computed for the start of its schedule, or for now if that has passed. Nothing is stored.',
  )
  @Answers(CampaignValidationResult)
  getCampaignValidation(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
  ): Promise<CampaignValidationResult> {
    return this.validation.read(auth, campaignId);
  }

  @Post('validate')
  @Access(WRITERS)
  @Idempotent(KEYED)
  @Operation(
    'Validates a campaign again and keeps the result.',
    'Contacts are updated accordingly, and the validation is audited.',
  )
  @Answers(CampaignValidationResult)
  validateCampaign(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<CampaignValidationResult> {
    return this.validation.validate(auth, campaignId, reservation);
  }
}
