import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { WRITERS, KEYED } from '../rules/callers.js';
import { WashRecordRequest } from './wash-record.request.js';
import { WashRecordResponse } from './wash-record.response.js';
import { WashRecordService } from './wash-record.service.js';

/** campaigns 7.1 to 7.6. */
@Routes('v1/outbound-campaigns/:campaign_id/registry-wash-records', 'Outbound campaigns')
export class WashRecordController {
  constructor(private readonly washes: WashRecordService) {}

  @Post()
  @Access(WRITERS)
  @Idempotent({ operation: 'outbound_campaigns.record_wash', required: true, ...KEYED })
  @Operation(
    'Records that the numbers of a campaign were checked against a register.',
    'If the campaign already has the transaction_id, the first record is returned.',
  )
  @Answers(WashRecordResponse)
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
