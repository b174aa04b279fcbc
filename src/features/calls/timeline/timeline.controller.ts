import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { ANALYTICS_READERS } from '../../../core/auth/scopes.js';
import { BucketedCallsRequest } from '../rollup/bucketed-calls.request.js';
import { CallTimelines } from '../rollup/call-timelines.service.js';
import { TIMELINE_MEASURES, timelineFigures } from './timeline.policy.js';
import { CallTimelineResponse } from './timeline.response.js';

/** calls section 9. */
@ApiTags('Calls')
@Controller('v1/calls/timeline')
export class CallTimelineController {
  constructor(private readonly timelines: CallTimelines) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @ApiOperation({ summary: 'Calls by status per local hour, day or week.' })
  @ApiOkResponse({ type: CallTimelineResponse })
  getCallTimeline(
    @Auth() auth: AuthContext,
    @Query() request: BucketedCallsRequest,
  ): Promise<CallTimelineResponse> {
    return this.timelines.read(auth, request, TIMELINE_MEASURES, timelineFigures);
  }
}
