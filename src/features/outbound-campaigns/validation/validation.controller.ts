import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { Nothing } from '../../../core/http/validation.pipe.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { READERS, WRITERS } from '../rules/callers.js';
import { CampaignValidationResult } from '../snapshot/campaign-validation.response.js';
import { ValidationService } from './validation.service.js';

/** campaigns section 6. */
@ApiTags('Outbound campaigns')
@Controller('v1/outbound-campaigns/:campaign_id')
export class ValidationController {
  constructor(private readonly validation: ValidationService) {}

  @Get('validation')
  @Access(READERS)
  @ApiOperation({
    summary: 'Whether a campaign may be launched, and what is against it.',
    description:
      'Worked out for the start of its schedule, or for now where that has passed. Nothing is stored.',
  })
  @ApiOkResponse({ type: CampaignValidationResult })
  getCampaignValidation(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
  ): Promise<CampaignValidationResult> {
    return this.validation.read(auth, campaignId);
  }

  @Post('validate')
  @HttpCode(200)
  @Access(WRITERS)
  @ApiOperation({
    summary: 'Validates a campaign anew and keeps the result.',
    description: 'Contacts are brought up to date with it, and it is audited.',
  })
  @ApiOkResponse({ type: CampaignValidationResult })
  validateCampaign(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
    @Body() _body: Nothing,
  ): Promise<CampaignValidationResult> {
    return this.validation.validate(auth, campaignId);
  }
}
