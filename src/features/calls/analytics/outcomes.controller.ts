import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectCallFilterRequest } from '../filter/call-filter.request.js';
import { CallAnalytics } from './analytics.service.js';
import { CallOutcomesResponse } from './outcomes.response.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';

/** calls section 8. */
@Routes('v1/calls/outcomes', 'Calls')
export class CallOutcomesController {
  constructor(private readonly analytics: CallAnalytics) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @Operation('Shows how the calls of a project ended, with bookings and transfers.')
  @Answers(CallOutcomesResponse)
  getCallOutcomes(
    @Auth() auth: AuthContext,
    @Query() request: ProjectCallFilterRequest,
  ): Promise<CallOutcomesResponse> {
    return this.analytics.outcomes(auth, request);
  }
}
