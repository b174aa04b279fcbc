import { Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';
import { VersionPerformanceRequest } from './comparison.request.js';
import { VersionPerformanceResponse } from './comparison.response.js';
import { ComparisonService } from './comparison.service.js';

/** Compares versions by their calls; `versions/compare` compares their content. */
@Routes('v1/projects/:project_id/version-performance', 'Releases and secrets')
export class ComparisonController {
  constructor(private readonly comparisons: ComparisonService) {}

  @Get()
  @Access({ scopes: PARTNER_ROLES, client: 'query', project: 'params', surface: 'partner' })
  @Operation(
    'Compares how the calls of two versions went: b against a.',
    'It compares the calls of the time in which one of the two was staged while the other one was published. ' +
      'If there is no such time, comparable is false and no version is called better. The content of versions is ' +
      'compared by GET /v1/projects/{project_id}/versions/compare.',
  )
  @Answers(VersionPerformanceResponse)
  compareVersionPerformance(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() request: VersionPerformanceRequest,
  ): Promise<VersionPerformanceResponse> {
    return this.comparisons.compare(auth, projectId, request);
  }
}
