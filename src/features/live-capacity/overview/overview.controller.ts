import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CapacityOverviewRequest } from './overview.request.js';
import { CapacityOverviewResponse } from './overview.response.js';
import { CapacityOverviewService } from './overview.service.js';
import { INTERNAL_ROLES, PORTAL_ROLES } from '../../../core/shared/roles.js';

/** capacity section 5. */
@Routes('v1/capacity/overview', 'Capacity')
export class CapacityOverviewController {
  constructor(private readonly capacity: CapacityOverviewService) {}

  @Get()
  @Access({
    scopes: PORTAL_ROLES,
    credentials: 'bearer',
    client: 'query',
    platform: INTERNAL_ROLES,
    surface: 'partner',
  })
  @Operation('Shows how many calls are in progress, and the limits.')
  @Answers(CapacityOverviewResponse)
  getCapacityOverview(
    @Auth() auth: AuthContext,
    @Query() request: CapacityOverviewRequest,
  ): Promise<CapacityOverviewResponse> {
    return this.capacity.overview(auth, request);
  }
}
