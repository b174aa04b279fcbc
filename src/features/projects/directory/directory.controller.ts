import { Get, Param, Patch, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiParam, getSchemaPath } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { LegacyProjectResponse } from '../rules/legacy-project.response.js';
import { ProjectListRequest } from './directory.request.js';
import {
  LegacyProjectListResponse,
  ProjectDetailResponse,
  ProjectListResponse,
} from './directory.response.js';
import { ProjectDirectoryService } from './directory.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { INTERNAL_ROLES, PARTNER_ROLES, SCOPES } from '../../../core/shared/roles.js';

/** Finds projects (projects 1.1, 2.1); also the closed route that once changed them. */
@Routes('v1/projects', 'Projects')
export class ProjectDirectoryController {
  constructor(private readonly directory: ProjectDirectoryService) {}

  @Get()
  // The voice runtime's keys may only call ingest.
  @Access({
    scopes: SCOPES.filter((scope) => scope !== 'runtime-ingest'),
    client: 'query',
    surface: 'partner',
  })
  @Operation(
    'Lists the projects that you can see.',
    'Partner and internal roles get `items` and `pagination`, other scopes get `projects` of the legacy model.',
  )
  @ApiExtraModels(ProjectListResponse, LegacyProjectListResponse)
  @ApiOkResponse({
    schema: {
      oneOf: [
        { $ref: getSchemaPath(ProjectListResponse) },
        { $ref: getSchemaPath(LegacyProjectListResponse) },
      ],
    },
  })
  listProjects(
    @Auth() auth: AuthContext,
    @Query() request: ProjectListRequest,
  ): Promise<ProjectListResponse | LegacyProjectListResponse> {
    return this.directory.list(auth, request);
  }

  @Get(':project_id')
  @Access({
    scopes: [...PARTNER_ROLES, ...INTERNAL_ROLES, 'read-only', 'full-access', 'support-ingest'],
    client: 'query',
    project: 'params',
    surface: 'partner',
  })
  @Operation(
    'One project.',
    'Partner and internal roles get the project detail, read-only, full-access and support-ingest the legacy model.',
  )
  @ApiExtraModels(ProjectDetailResponse, LegacyProjectResponse)
  @ApiOkResponse({
    schema: {
      oneOf: [{ $ref: getSchemaPath(ProjectDetailResponse) }, { $ref: getSchemaPath(LegacyProjectResponse) }],
    },
  })
  getProject(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
  ): Promise<ProjectDetailResponse | LegacyProjectResponse> {
    return this.directory.show(auth, projectId);
  }

  /**
   * No scope may call it: the guards answer before any part of the request is read (projects 7.2).
   */
  @Patch(':project_id')
  @Access({ scopes: [], surface: 'partner', keyless: 'It has no callers.' })
  @ApiOperation({ summary: 'Closed; use the lifecycle route instead.', deprecated: true })
  @ApiParam({ name: 'project_id', description: 'Any value.', schema: { type: 'string' } })
  patchProject(): never {
    throw notFound();
  }
}
