import { Body, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../core/http/operation.decorator.js';
import type { ProtectedAccess } from '../../core/auth/access-rule.js';
import type { AuthContext } from '../../core/shared/auth-context.js';
import { ProjectIdParams } from '../../core/http/fields/project-id.request.js';
import { quotedEtag } from '../../core/http/etag/etag-headers.policy.js';
import { EmptyBody, EmptyQuery } from '../../core/http/fields/empty.request.js';
import { RuntimeConfigurationService } from './published/runtime-configuration.service.js';
import { RuntimeReportsService } from './published/runtime-reports.service.js';
import { RuntimeTestCallsService } from './tests/runtime-test-calls.service.js';
import { RuntimeConfigurationRequest, RuntimeReportRequest } from './rules/runtime.request.js';
import {
  RuntimeConfigurationResponse,
  RuntimeReportResponse,
  TakenTestCallsResponse,
} from './rules/runtime.response.js';

type Rule = Omit<ProtectedAccess, 'kind'>;

// No lookup of the project first: the statement reads by the project's whole key, and a runtime may
// see every project of its client, so a lookup would add a second statement with the same result.
const CONFIGURATION: Rule = {
  scopes: ['runtime-ingest'],
  credentials: 'api_key',
  surface: 'general',
  internal: true,
};
const RUNTIME: Rule = { ...CONFIGURATION, project: 'params' };

/** The voice runtime reads a project's configuration here, and reports on it. */
@Routes('internal/v1/projects/:project_id', 'Runtime')
export class RuntimeController {
  constructor(
    private readonly configurations: RuntimeConfigurationService,
    private readonly reports: RuntimeReportsService,
    private readonly testCalls: RuntimeTestCallsService,
  ) {}

  @Get('configuration')
  @Access(CONFIGURATION)
  @Operation(
    'Returns the published configuration with its secrets in plain text.',
    'An archived or never published project is 404. While a release is staged, version_number returns ' +
      'its version; any version that is neither published nor staged is 404.',
  )
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'The ETag of the last answer.' })
  @Answers(RuntimeConfigurationResponse)
  @ApiResponse({ status: 304, description: 'Neither the configuration nor one of its secrets has changed.' })
  async getRuntimeConfiguration(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() { version_number: versionNumber }: RuntimeConfigurationRequest,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RuntimeConfigurationResponse | undefined> {
    const { etag, configuration } = await this.configurations.current(
      auth,
      projectId,
      ifNoneMatch,
      versionNumber,
    );
    response.setHeader('ETag', quotedEtag(etag));
    if (configuration) return configuration;
    response.status(304);
    return undefined;
  }

  @Post('runtime-reports')
  @Access({ ...RUNTIME, keyless: 'A report states what runs now; the last one counts.' })
  @Operation('Reports which configuration the runtime uses; the newest report of a project counts.')
  @Answers(RuntimeReportResponse)
  recordRuntimeReport(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: EmptyQuery,
    @Body() request: RuntimeReportRequest,
  ): Promise<RuntimeReportResponse> {
    return this.reports.report(auth, projectId, request);
  }

  @Post('test-calls/take')
  @Access({ ...RUNTIME, keyless: 'A test call without a report expires.' })
  @Operation('Claims the waiting test calls to place them; no other runtime gets them.')
  @Answers(TakenTestCallsResponse)
  takeTestCalls(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<TakenTestCallsResponse> {
    return this.testCalls.claim(auth, projectId);
  }
}
