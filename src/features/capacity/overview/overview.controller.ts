import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { INTERNAL_ROLES } from '../../../core/auth/scopes.js';
import { PORTAL_ROLES } from '../../../core/kernel/auth-context.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { CapacityOverviewRequest } from './overview.request.js';
import { CapacityOverviewResponse } from './overview.response.js';
import { CapacityOverviewService } from './overview.service.js';

/** capacity section 5. */
@ApiTags('Capacity')
@Controller('v1/capacity/overview')
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
  @ApiOperation({ summary: 'How many calls are in progress, of how many there may be.' })
  @ApiOkResponse({ type: CapacityOverviewResponse })
  getCapacityOverview(
    @Auth() auth: AuthContext,
    @Query() request: CapacityOverviewRequest,
  ): Promise<CapacityOverviewResponse> {
    return this.capacity.overview(auth, request);
  }
}
