import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { READERS } from '../rules/callers.js';
import { OpenCountRequest } from './open-count.request.js';
import { OpenCountResponse } from './open-count.response.js';
import { OpenCountService } from './open-count.service.js';

/** caller-requests 7.5. */
@ApiTags('Caller requests')
@Controller('v1/compliance/caller-requests/open-count')
export class OpenCountController {
  constructor(private readonly counts: OpenCountService) {}

  @Get()
  @Access(READERS)
  @ApiOperation({ summary: 'How many requests are open, and how pressing they are.' })
  @ApiOkResponse({ type: OpenCountResponse })
  countOpenCallerRequests(
    @Auth() auth: AuthContext,
    @Query() { project_id: projectId }: OpenCountRequest,
  ): Promise<OpenCountResponse> {
    return this.counts.count(auth, projectId);
  }
}
