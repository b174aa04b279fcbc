import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { BUILD_ERRORS } from '../builds.errors.js';
import { KnowledgeQueryRequest } from './runtime-query.request.js';
import { KnowledgeQueryResponse } from './runtime-query.response.js';
import { RuntimeQuery } from './runtime-query.service.js';

/** knowledge section 7. */
@Routes('internal/v1/projects/:project_id/knowledge/query', 'Runtime')
export class RuntimeQueryController {
  constructor(private readonly knowledge: RuntimeQuery) {}

  @Post()
  @Access({
    scopes: ['runtime-ingest'],
    credentials: 'api_key',
    project: 'params',
    surface: 'general',
    internal: true,
    keyless: 'It reads; a repeated question counts again where nothing was found.',
    errors: [BUILD_ERRORS.buildGone],
  })
  @Operation(
    'Finds passages that answer a question, in the build that a version names.',
    'A version of another project, or of none, is 404.',
  )
  @Answers(KnowledgeQueryResponse)
  searchKnowledge(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: EmptyQuery,
    @Body() request: KnowledgeQueryRequest,
  ): Promise<KnowledgeQueryResponse> {
    return this.knowledge.answer(auth, projectId, request);
  }
}
