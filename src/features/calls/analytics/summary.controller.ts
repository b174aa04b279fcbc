import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CallFilterRequest } from '../filter/call-filter.request.js';
import { CallAnalytics } from './analytics.service.js';
import { CallSummaryResponse } from './summary.response.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';

/** calls section 7. */
@Routes('v1/calls/summary', 'Calls')
export class CallSummaryController {
  constructor(private readonly analytics: CallAnalytics) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @Operation('Counts, durations, costs, sentiment and disconnection reasons of a range of calls.')
  @Answers(CallSummaryResponse)
  getCallSummary(
    @Auth() auth: AuthContext,
    @Query() request: CallFilterRequest,
  ): Promise<CallSummaryResponse> {
    return this.analytics.summary(auth, request);
  }
}
