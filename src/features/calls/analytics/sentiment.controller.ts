import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { BucketedCallsRequest } from '../rollup/bucketed-calls.request.js';
import { CallFilterRequest } from '../filter/call-filter.request.js';
import { CallTimelines } from '../rollup/call-timelines.service.js';
import { CallAnalytics } from './analytics.service.js';
import { SENTIMENT_MEASURES, toSentiment } from './sentiment.policy.js';
import { CallSentimentResponse, SentimentTimelineResponse } from './sentiment.response.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';

/** calls section 10. */
@Routes('v1/calls/sentiment', 'Calls')
export class CallSentimentController {
  constructor(
    private readonly analytics: CallAnalytics,
    private readonly timelines: CallTimelines,
  ) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @Operation('Counts calls by sentiment, with shares.')
  @Answers(CallSentimentResponse)
  getCallSentiment(
    @Auth() auth: AuthContext,
    @Query() request: CallFilterRequest,
  ): Promise<CallSentimentResponse> {
    return this.analytics.sentiment(auth, request);
  }

  @Get('timeline')
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @Operation('Counts calls by sentiment per local hour, day or week.')
  @Answers(SentimentTimelineResponse)
  getSentimentTimeline(
    @Auth() auth: AuthContext,
    @Query() request: BucketedCallsRequest,
  ): Promise<SentimentTimelineResponse> {
    return this.timelines.read(auth, request, SENTIMENT_MEASURES, toSentiment);
  }
}
