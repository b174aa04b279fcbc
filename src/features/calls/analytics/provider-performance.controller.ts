import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CallFilterRequest } from '../filter/call-filter.request.js';
import { CallAnalytics } from './analytics.service.js';
import { ProviderPerformanceResponse } from './providers/provider-performance.response.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';

/** calls section 11. */
@Routes('v1/calls/provider-performance', 'Calls')
export class ProviderPerformanceController {
  constructor(private readonly analytics: CallAnalytics) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @Operation('Shows response times and failures by AI provider.')
  @Answers(ProviderPerformanceResponse)
  compareProviders(
    @Auth() auth: AuthContext,
    @Query() request: CallFilterRequest,
  ): Promise<ProviderPerformanceResponse> {
    return this.analytics.providers(auth, request);
  }
}
