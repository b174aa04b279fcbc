import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { ANALYTICS_READERS } from '../../../core/auth/scopes.js';
import { ProjectCallFilterRequest } from '../filter/call-filter.request.js';
import { CallOutcomesResponse } from './outcomes.response.js';
import { CallOutcomesService } from './outcomes.service.js';

/** calls section 8. */
@ApiTags('Calls')
@Controller('v1/calls/outcomes')
export class CallOutcomesController {
  constructor(private readonly outcomes: CallOutcomesService) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @ApiOperation({ summary: 'How the calls of a project ended, with bookings and transfers beside it.' })
  @ApiOkResponse({ type: CallOutcomesResponse })
  getCallOutcomes(
    @Auth() auth: AuthContext,
    @Query() request: ProjectCallFilterRequest,
  ): Promise<CallOutcomesResponse> {
    return this.outcomes.distribute(auth, request);
  }
}
