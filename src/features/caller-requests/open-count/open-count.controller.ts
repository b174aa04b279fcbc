import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { READERS } from '../rules/callers.js';
import { OpenCountRequest } from './open-count.request.js';
import { OpenCountResponse } from './open-count.response.js';
import { OpenCountService } from './open-count.service.js';

/** caller-requests 7.5. */
@Routes('v1/compliance/caller-requests/open-count', 'Caller requests')
export class OpenCountController {
  constructor(private readonly counts: OpenCountService) {}

  @Get()
  @Access(READERS)
  @Operation('Counts the open requests, and by how urgent they are.')
  @Answers(OpenCountResponse)
  countOpenCallerRequests(
    @Auth() auth: AuthContext,
    @Query() { project_id: projectId }: OpenCountRequest,
  ): Promise<OpenCountResponse> {
    return this.counts.count(auth, projectId);
  }
}
