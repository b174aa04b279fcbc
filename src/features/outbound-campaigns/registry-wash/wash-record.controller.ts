import { Body, Controller, Param, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import type { Reservation } from '../../../core/kernel/reservation.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { WRITERS, KEYED } from '../rules/callers.js';
import { WashRecordRequest } from './wash-record.request.js';
import { WashRecordResponse } from './wash-record.response.js';
import { WashRecordService } from './wash-record.service.js';

/** campaigns 7.1 to 7.6. */
@ApiTags('Outbound campaigns')
@Controller('v1/outbound-campaigns/:campaign_id/registry-wash-records')
export class WashRecordController {
  constructor(private readonly washes: WashRecordService) {}

  @Post()
  @HttpCode(200)
  @Access(WRITERS)
  @Idempotent({ operation: 'outbound_campaigns.record_wash', ...KEYED })
  @ApiOperation({
    summary: 'Records that the numbers of a campaign were held against a register.',
    description: 'A transaction_id that the campaign has already is answered as it was first taken in.',
  })
  @ApiOkResponse({ type: WashRecordResponse })
  recordRegistryWash(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
    @Body() request: WashRecordRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<WashRecordResponse> {
    return this.washes.record(auth, campaignId, request, reservation);
  }
}
