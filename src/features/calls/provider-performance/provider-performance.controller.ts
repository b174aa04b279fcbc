import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { ANALYTICS_READERS } from '../../../core/auth/scopes.js';
import { CallFilterRequest } from '../filter/call-filter.request.js';
import { ProviderPerformanceResponse } from './provider-performance.response.js';
import { ProviderPerformanceService } from './provider-performance.service.js';

/** calls section 11. */
@ApiTags('Calls')
@Controller('v1/calls/provider-performance')
export class ProviderPerformanceController {
  constructor(private readonly providers: ProviderPerformanceService) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @ApiOperation({ summary: 'Response times and failures by AI provider.' })
  @ApiOkResponse({ type: ProviderPerformanceResponse })
  compareProviders(
    @Auth() auth: AuthContext,
    @Query() request: CallFilterRequest,
  ): Promise<ProviderPerformanceResponse> {
    return this.providers.compare(auth, request);
  }
}
