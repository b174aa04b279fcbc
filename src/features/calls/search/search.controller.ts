import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { CallSearchRequest } from './search.request.js';
import { FoundCallsResponse } from './search.response.js';
import { CallSearchService } from './search.service.js';

/** calls section 16. */
@Routes('v1/portal/search/calls', 'Calls')
export class CallSearchController {
  constructor(private readonly calls: CallSearchService) {}

  @Get()
  @Access({ scopes: PORTAL_ROLES, credentials: 'bearer', client: 'query', surface: 'domain' })
  @Operation(
    'Finds calls of a client by id, by telephone number, and by words.',
    'The search covers the texts that you may read: summaries and verified redactions. These are stored ' +
      'encrypted, so at most 300 calls of the range are searched, newest first; `searched` and `complete` ' +
      'report how many.',
  )
  @Answers(FoundCallsResponse)
  findCalls(@Auth() auth: AuthContext, @Query() request: CallSearchRequest): Promise<FoundCallsResponse> {
    return this.calls.find(auth, request);
  }
}
