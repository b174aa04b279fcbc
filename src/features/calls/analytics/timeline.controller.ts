import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { BucketedCallsRequest } from '../rollup/bucketed-calls.request.js';
import { CallAnalytics } from './analytics.service.js';
import { CallTimelineResponse } from './timeline.response.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';

/** calls section 9. */
@Routes('v1/calls/timeline', 'Calls')
export class CallTimelineController {
  constructor(private readonly analytics: CallAnalytics) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @Operation('Counts calls by status per local hour, day or week.')
  @Answers(CallTimelineResponse)
  getCallTimeline(
    @Auth() auth: AuthContext,
    @Query() request: BucketedCallsRequest,
  ): Promise<CallTimelineResponse> {
    return this.analytics.timeline(auth, request);
  }
}
