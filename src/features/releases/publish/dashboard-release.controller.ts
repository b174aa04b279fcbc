import { Param, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent } from '../../../core/idempotency/idempotent.decorator.js';
import { RawRequest, type ReceivedRequest } from '../../configuration/rules/raw-request.js';
import { DashboardReleaseService } from './dashboard-release.service.js';
import { VersionResponse } from './releases.response.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';

const { validationError } = CATALOGUE;

/** The one release that is the customer's own (workspace 10.5). */
@Routes('v1/projects/:project_id/dashboard-metadata', 'Releases and secrets')
export class DashboardReleaseController {
  constructor(private readonly releases: DashboardReleaseService) {}

  @Post('publish')
  @Access({
    scopes: ['client_admin'],
    credentials: 'bearer',
    client: 'query',
    project: 'params',
    surface: 'partner',
    errors: [
      WORKSPACE_ERRORS.nothingToPublish,
      WORKSPACE_ERRORS.stagedReleaseActive,
      PROJECT_ERRORS.archived,
      WORKSPACE_ERRORS.notPublished,
      validationError,
    ],
  })
  @Idempotent({ operation: 'workspace.dashboard-metadata.publish', required: true })
  @Operation(
    "Publishes the draft's dashboard metadata, and nothing else of the draft.",
    'In the new version, everything else stays as published.',
  )
  @ApiBody({ required: false, schema: { type: 'object', additionalProperties: false } })
  @Answers(VersionResponse)
  publishDashboardMetadata(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @RawRequest() sent: ReceivedRequest,
  ): Promise<VersionResponse> {
    return this.releases.publish(auth, projectId, sent);
  }
}
