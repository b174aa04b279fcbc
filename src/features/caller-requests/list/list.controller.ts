import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { READERS } from '../rules/callers.js';
import { CallerRequestListRequest } from './list.request.js';
import { CallerRequestListResponse } from './list.response.js';
import { CallerRequestListService } from './list.service.js';

/** caller-requests section 7. */
@ApiTags('Caller requests')
@Controller('v1/compliance/caller-requests')
export class CallerRequestListController {
  constructor(private readonly requests: CallerRequestListService) {}

  @Get()
  @Access(READERS)
  @ApiOperation({ summary: 'Requests of callers about their own data, page by page.' })
  @ApiOkResponse({ type: CallerRequestListResponse })
  listCallerRequests(
    @Auth() auth: AuthContext,
    @Query() request: CallerRequestListRequest,
  ): Promise<CallerRequestListResponse> {
    return this.requests.list(auth, request);
  }
}
