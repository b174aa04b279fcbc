import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { READERS } from '../rules/callers.js';
import { CallerRequestListRequest } from './list.request.js';
import { CallerRequestListResponse } from './list.response.js';
import { CallerRequestListService } from './list.service.js';

/** caller-requests section 7. */
@Routes('v1/compliance/caller-requests', 'Caller requests')
export class CallerRequestListController {
  constructor(private readonly requests: CallerRequestListService) {}

  @Get()
  @Access(READERS)
  @Operation('Lists requests of callers about their own data.')
  @Answers(CallerRequestListResponse)
  listCallerRequests(
    @Auth() auth: AuthContext,
    @Query() request: CallerRequestListRequest,
  ): Promise<CallerRequestListResponse> {
    return this.requests.list(auth, request);
  }
}
