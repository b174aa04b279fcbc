import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { ANALYTICS_READERS } from '../../../core/auth/scopes.js';
import { BucketedCallsRequest } from '../rollup/bucketed-calls.request.js';
import { CallFilterRequest } from '../filter/call-filter.request.js';
import { CallSentimentResponse, SentimentTimelineResponse } from './sentiment.response.js';
import { CallSentimentService } from './sentiment.service.js';

/** calls section 10. */
@ApiTags('Calls')
@Controller('v1/calls/sentiment')
export class CallSentimentController {
  constructor(private readonly sentiment: CallSentimentService) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @ApiOperation({ summary: 'Calls by sentiment, as counts and as shares.' })
  @ApiOkResponse({ type: CallSentimentResponse })
  getCallSentiment(
    @Auth() auth: AuthContext,
    @Query() request: CallFilterRequest,
  ): Promise<CallSentimentResponse> {
    return this.sentiment.distribute(auth, request);
  }

  @Get('timeline')
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @ApiOperation({ summary: 'Calls by sentiment per local hour, day or week.' })
  @ApiOkResponse({ type: SentimentTimelineResponse })
  getSentimentTimeline(
    @Auth() auth: AuthContext,
    @Query() request: BucketedCallsRequest,
  ): Promise<SentimentTimelineResponse> {
    return this.sentiment.timeline(auth, request);
  }
}
