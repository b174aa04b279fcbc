import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { ANALYTICS_READERS } from '../../../core/auth/scopes.js';
import { CallFilterRequest } from '../filter/call-filter.request.js';
import { CallSummaryResponse } from './summary.response.js';
import { CallSummaryService } from './summary.service.js';

/** calls section 7. */
@ApiTags('Calls')
@Controller('v1/calls/summary')
export class CallSummaryController {
  constructor(private readonly summary: CallSummaryService) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @ApiOperation({
    summary: 'Counts, durations, costs, sentiment and disconnection reasons of a range of calls.',
  })
  @ApiOkResponse({ type: CallSummaryResponse })
  getCallSummary(
    @Auth() auth: AuthContext,
    @Query() request: CallFilterRequest,
  ): Promise<CallSummaryResponse> {
    return this.summary.summarise(auth, request);
  }
}
