import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { VersionChoiceRequest } from './staged-releases.request.js';
import { VersionChoiceResponse } from './staged-releases.response.js';
import { VersionChoiceService } from './version-choice.service.js';

@Routes('internal/v1/projects/:project_id/configuration', 'Runtime')
export class VersionChoiceController {
  constructor(private readonly choices: VersionChoiceService) {}

  @Post('choose')
  @Access({
    scopes: ['runtime-ingest'],
    credentials: 'api_key',
    project: 'params',
    surface: 'general',
    internal: true,
    keyless: 'It changes nothing.',
  })
  @Operation(
    'Says which version a call runs: the published or the staged one.',
    'The same caller gets the same answer while the release is staged. Nothing about the call is stored.',
  )
  @Answers(VersionChoiceResponse)
  chooseVersion(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: EmptyQuery,
    @Body() request: VersionChoiceRequest,
  ): Promise<VersionChoiceResponse> {
    return this.choices.choose(auth, projectId, request);
  }
}
