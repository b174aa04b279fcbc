import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { ANALYTICS_READERS } from '../../../core/auth/scopes.js';
import { CallListRequest } from './list.request.js';
import { CallListResponse } from './list.response.js';
import { CallListService } from './list.service.js';

/** calls section 5. */
@ApiTags('Calls')
@Controller('v1/calls/list')
export class CallListController {
  constructor(private readonly calls: CallListService) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @ApiOperation({ summary: 'Calls, filtered, sorted and page by page.' })
  @ApiOkResponse({ type: CallListResponse })
  listCalls(@Auth() auth: AuthContext, @Query() request: CallListRequest): Promise<CallListResponse> {
    return this.calls.list(auth, request);
  }
}
