import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CapacityHistoryRequest } from './history.request.js';
import { CapacityHistoryResponse } from './history.response.js';
import { CapacityHistoryService } from './history.service.js';
import { INTERNAL_ROLES, PARTNER_ROLES } from '../../../core/shared/roles.js';

/** capacity section 6. */
@Routes('v1/capacity/history', 'Capacity')
export class CapacityHistoryController {
  constructor(private readonly capacity: CapacityHistoryService) {}

  @Get()
  @Access({
    scopes: [...PARTNER_ROLES, ...INTERNAL_ROLES],
    client: 'query',
    namedByPeople: true,
    project: 'query',
    surface: 'partner',
  })
  @Operation('Shows how many calls were in progress, in buckets without gaps.')
  @Answers(CapacityHistoryResponse)
  getCapacityHistory(
    @Auth() auth: AuthContext,
    @Query() request: CapacityHistoryRequest,
  ): Promise<CapacityHistoryResponse> {
    return this.capacity.history(auth, request);
  }
}
