import { Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { CompareRequest, VersionListRequest, VersionParams } from '../publish/releases.request.js';
import {
  ComparisonResponse,
  VersionDetailResponse,
  VersionListResponse,
} from '../publish/releases.response.js';
import { VersionsService } from './versions.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const READERS: Omit<ProtectedAccess, 'kind'> = {
  scopes: PARTNER_ROLES,
  client: 'query',
  project: 'params',
  surface: 'partner',
};

/** Reads and compares versions (workspace section 6). */
@Routes('v1/projects/:project_id/versions', 'Releases and secrets')
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Get()
  @Access(READERS)
  @Operation("Lists the versions of a project's configuration, newest first.")
  @Answers(VersionListResponse)
  listVersions(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() request: VersionListRequest,
  ): Promise<VersionListResponse> {
    return this.versions.list(auth, projectId, request);
  }

  // Precedes compare: Nest considers a path shadowed unless the one that takes precedence is
  // declared after it.
  @Get(':version_number')
  @Access(READERS)
  @Operation('Shows one version with its whole content.')
  @Answers(VersionDetailResponse)
  getVersion(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, version_number: versionNumber }: VersionParams,
    @Query() _query: ClientChoice,
  ): Promise<VersionDetailResponse> {
    return this.versions.show(auth, projectId, versionNumber);
  }

  @Get('compare')
  @Access(READERS)
  @Operation(
    'Shows the changes between two versions, or between one and the draft.',
    'The changes are a JSON patch, in that order. If one secret replaced another, it says so without naming them.',
  )
  @Answers(ComparisonResponse)
  compareVersions(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() request: CompareRequest,
  ): Promise<ComparisonResponse> {
    return this.versions.compare(auth, projectId, request);
  }
}
