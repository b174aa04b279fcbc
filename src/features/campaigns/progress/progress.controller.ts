import { Get, Headers, Param, Query, Res, type ExecutionContext } from '@nestjs/common';
import { ApiHeader, ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { RequestContext } from '../../../core/tenancy/access-revalidation.service.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { READERS } from '../rules/callers.js';
import { ProgressStreams } from './progress-streams.service.js';

const EXAMPLE =
  'id: 2yhPfaJpCmMW3qkAJ0l2-w\nevent: progress\n' +
  'data: {"status":"running","status_reason":"user","at_utc":"2026-11-25T01:00:00.000Z","counts":{"total":200,...}}\n\n';

/** campaigns section 11. */
@Routes('v1/outbound-campaigns/:campaign_id', 'Outbound campaigns')
export class ProgressController {
  constructor(private readonly streams: ProgressStreams) {}

  @Get('progress/stream')
  @Access({ ...READERS, errors: [CATALOGUE.rateLimited] })
  @Operation(
    'Streams the progress of a campaign until it is over.',
    'Server-sent events: `progress` with status and counts each time they change, finally `ended`. A ' +
      'stream that is reopened with `Last-Event-ID` does not repeat that event.',
  )
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event that you received.',
  })
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } } })
  @ApiNoContentResponse({ description: 'The campaign is over, and you have received its last event.' })
  streamCampaignProgress(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() _query: ClientChoice,
    @Headers('last-event-id') lastEventId: string | undefined,
    @RequestContext() context: ExecutionContext,
    @Res() response: Response,
  ): Promise<void> {
    return this.streams.open(auth, { campaignId, lastEventId, context, response });
  }
}
