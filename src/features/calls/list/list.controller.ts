import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CallListRequest } from './list.request.js';
import { CallListResponse } from './list.response.js';
import { CallListService } from './list.service.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';

/** calls section 5. */
@Routes('v1/calls/list', 'Calls')
export class CallListController {
  constructor(private readonly calls: CallListService) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @Operation('Calls, filtered, sorted and page by page.')
  @Answers(CallListResponse)
  listCalls(@Auth() auth: AuthContext, @Query() request: CallListRequest): Promise<CallListResponse> {
    return this.calls.list(auth, request);
  }
}
