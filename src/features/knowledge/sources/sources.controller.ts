import { Body, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { KNOWLEDGE_ERRORS } from '../knowledge.errors.js';
import { SourceParams } from '../lookup/source-path.request.js';
import {
  DeletedKnowledgeSource,
  KnowledgeSource,
  KnowledgeSourcesResponse,
} from '../lookup/source.response.js';
import { KNOWLEDGE_READERS, KNOWLEDGE_WRITERS } from '../rules/callers.js';
import { ADDED_SOURCES } from '../rules/source-limits.js';
import { CreateSource } from './create-source.service.js';
import { ChangeSourceRequest, CreateSourceRequest } from './sources.request.js';
import { KnowledgeSources } from './sources.service.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};
const READ = 'The etag of the source that you read. Missing or *: 428; stale: 409.';
const CHANGERS = {
  ...KNOWLEDGE_WRITERS,
  errors: [...KNOWLEDGE_WRITERS.errors, CATALOGUE.conflict, CATALOGUE.preconditionRequired],
};

/** knowledge section 2. */
@Routes('v1/projects/:project_id/knowledge/sources', 'Knowledge')
export class KnowledgeSourcesController {
  constructor(
    private readonly sources: KnowledgeSources,
    private readonly creation: CreateSource,
  ) {}

  @Get()
  @Access(KNOWLEDGE_READERS)
  @Operation('Lists the knowledge sources of a project.')
  @Answers(KnowledgeSourcesResponse)
  listKnowledgeSources(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
  ): Promise<KnowledgeSourcesResponse> {
    return this.sources.list(auth, projectId);
  }

  @Post()
  @HttpCode(201)
  @Access({
    ...KNOWLEDGE_WRITERS,
    errors: [...KNOWLEDGE_WRITERS.errors, KNOWLEDGE_ERRORS.limitReached, CATALOGUE.rateLimited],
  })
  // A page is fetched at once, even if it was deleted and added again.
  @RateLimit({ caller: ADDED_SOURCES }, { operation: 'knowledge.add' })
  @Idempotent({ operation: 'knowledge.sources.create', effect: 'tenant', required: true })
  @Operation(
    'Adds a knowledge source to a project.',
    'A page is fetched soon; for the other kinds upload the content next. A project has at most 200 sources.',
  )
  @ApiCreatedResponse({ type: KnowledgeSource, headers: HEADERS })
  async createKnowledgeSource(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: CreateSourceRequest,
    @Reserved() reservation: Reservation,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KnowledgeSource> {
    return withEtag(response, await this.creation.create(auth, projectId, request, reservation));
  }

  @Get(':source_id')
  @Access(KNOWLEDGE_READERS)
  @Operation('Shows a knowledge source.')
  @Answers(KnowledgeSource, { headers: HEADERS })
  async getKnowledgeSource(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, source_id: sourceId }: SourceParams,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KnowledgeSource> {
    return withEtag(response, await this.sources.show(auth, projectId, sourceId));
  }

  @Patch(':source_id')
  @Access(CHANGERS)
  @Idempotent({ operation: 'knowledge.sources.change', effect: 'tenant' })
  @Operation(
    'Changes a knowledge source, or accepts its findings; what is left out stays.',
    'A source with findings that are not accepted is in no build.',
  )
  @IfMatch(READ, { required: true })
  @Answers(KnowledgeSource, { headers: HEADERS })
  async changeKnowledgeSource(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, source_id: sourceId }: SourceParams,
    @Query() _query: ClientChoice,
    @Body() request: ChangeSourceRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KnowledgeSource> {
    const id = { projectId, sourceId };
    return withEtag(response, await this.sources.change(auth, id, request, ifMatch, reservation));
  }

  @Delete(':source_id')
  @Access(CHANGERS)
  @Idempotent({ operation: 'knowledge.sources.delete', effect: 'tenant', plainAnswer: true })
  @Operation('Deletes a knowledge source with its text.', 'Builds that took its text keep what they took.')
  @IfMatch(READ, { required: true })
  @Answers(DeletedKnowledgeSource)
  deleteKnowledgeSource(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, source_id: sourceId }: SourceParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
  ): Promise<DeletedKnowledgeSource> {
    return this.sources.delete(auth, { projectId, sourceId }, ifMatch, reservation);
  }
}
