import { Get, Param, Query, Res } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { SCHEMAS_EXTENSION } from '../../../../core/http/openapi-extensions.js';
import { ProjectIdParams } from '../../../../core/http/fields/project-id.request.js';
import { quotedEtag } from '../../../../core/http/etag/etag-headers.policy.js';
import { DASHBOARD_EXAMPLE, DASHBOARD_TITLE, DashboardMetadata } from './dashboard-metadata.schema.js';
import { DashboardMetadataRequest } from './dashboard-metadata.request.js';
import { DashboardMetadataResponse } from './dashboard-metadata.response.js';
import { DashboardMetadataService } from './dashboard-metadata.service.js';
import { ANALYTICS_READERS } from '../../../../core/shared/roles.js';

/** The section's schema as OpenAPI shows it; plain JSON Schema. */
const schemaForReaders = (): object => ({
  ...(JSON.parse(JSON.stringify(DashboardMetadata)) as object),
  title: DASHBOARD_TITLE,
  example: DASHBOARD_EXAMPLE,
});

/** Serves the metadata of a project that dashboards show (workspace section 10). */
@Routes('v1/projects/:project_id/dashboard-metadata', 'Project workspace')
export class DashboardMetadataController {
  constructor(private readonly dashboards: DashboardMetadataService) {}

  @Get()
  // The service finds the project, because the id may have different upper and lower case.
  @Access({ scopes: ANALYTICS_READERS, client: 'query', surface: 'partner' })
  @Operation(
    'Shows the metadata of a project for dashboards.',
    'The id of the project may be sent in another case if it then matches exactly one project.',
  )
  @ApiExtension(SCHEMAS_EXTENSION, { DashboardMetadataConfiguration: schemaForReaders() })
  @Answers(DashboardMetadataResponse)
  async getDashboardMetadata(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: DashboardMetadataRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DashboardMetadataResponse> {
    const snapshot = await this.dashboards.show(auth, projectId);
    response.setHeader('ETag', quotedEtag(snapshot.etag));
    return snapshot;
  }
}
