import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PageRequest } from '../../configuration/rules/page.request.js';
import { BUILDS } from '../rules/build-limits.js';
import { KNOWLEDGE_READERS, KNOWLEDGE_WRITERS } from '../rules/callers.js';
import { BUILD_ERRORS } from '../builds.errors.js';
import { BuildParams } from './builds.request.js';
import { KnowledgeBuildResponse, KnowledgeBuildsResponse } from './builds.response.js';
import { KnowledgeBuilds } from './builds.service.js';

/** knowledge section 5. */
@Routes('v1/projects/:project_id/knowledge/builds', 'Knowledge')
export class KnowledgeBuildsController {
  constructor(private readonly builds: KnowledgeBuilds) {}

  @Post()
  @HttpCode(202)
  @Access({
    ...KNOWLEDGE_WRITERS,
    errors: [...KNOWLEDGE_WRITERS.errors, BUILD_ERRORS.noSources, CATALOGUE.rateLimited],
  })
  @Idempotent({ operation: 'knowledge.builds.request', effect: 'tenant', required: true, plainAnswer: true })
  @RateLimit(
    { caller: BUILDS },
    { operation: 'knowledge.build', givenBack: [400, 404, 409, 422, 503, 'replay'] },
  )
  @Operation(
    'Requests a build of all sources that are ready.',
    'A worker builds one at a time for a project. Sources that did not change are taken over from earlier builds. ' +
      'Read the build until its state is `ready`, then name it in the section assistant and publish. Without a ' +
      'source that is ready it is 409.',
  )
  @ApiAcceptedResponse({ type: KnowledgeBuildResponse })
  requestKnowledgeBuild(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation,
  ): Promise<KnowledgeBuildResponse> {
    return this.builds.request(auth, projectId, reservation);
  }

  @Get()
  @Access(KNOWLEDGE_READERS)
  @Operation(
    'Lists the builds of a project.',
    'Builds that a version or the draft names are kept, and the last ten others.',
  )
  @Answers(KnowledgeBuildsResponse)
  listKnowledgeBuilds(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() request: PageRequest,
  ): Promise<KnowledgeBuildsResponse> {
    return this.builds.list(auth, projectId, request);
  }

  @Get(':build_id')
  @Access(KNOWLEDGE_READERS)
  @Operation('Shows a build with its sources.')
  @Answers(KnowledgeBuildResponse)
  getKnowledgeBuild(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, build_id: buildId }: BuildParams,
    @Query() _query: ClientChoice,
  ): Promise<KnowledgeBuildResponse> {
    return this.builds.show(auth, projectId, buildId);
  }

  @Post(':build_id/cancel')
  @Access({ ...KNOWLEDGE_WRITERS, errors: [BUILD_ERRORS.buildEnded] })
  @Idempotent({ operation: 'knowledge.builds.cancel', effect: 'tenant', plainAnswer: true })
  @Operation(
    'Cancels a build that has not indexed every source yet.',
    'Sources that it has indexed serve later builds.',
  )
  @Answers(KnowledgeBuildResponse)
  cancelKnowledgeBuild(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, build_id: buildId }: BuildParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<KnowledgeBuildResponse> {
    return this.builds.cancel(auth, projectId, buildId, reservation);
  }
}
