import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { BUILD_ERRORS } from '../builds.errors.js';
import { PREVIEWS } from '../rules/build-limits.js';
import { KNOWLEDGE_READERS } from '../rules/callers.js';
import { KnowledgePreviewRequest } from './preview.request.js';
import { KnowledgePreviewResponse } from './preview.response.js';
import { KnowledgePreview } from './preview.service.js';

/** knowledge section 8. */
@Routes('v1/projects/:project_id/knowledge/preview', 'Knowledge')
export class KnowledgePreviewController {
  constructor(private readonly preview: KnowledgePreview) {}

  @Post()
  @Access({
    ...KNOWLEDGE_READERS,
    errors: [BUILD_ERRORS.notBuilt, CATALOGUE.rateLimited],
    keyless: 'It reads, and its question is in the body so that no log has it.',
  })
  @RateLimit(
    { caller: PREVIEWS },
    { operation: 'knowledge.preview', givenBack: [400, 404, 409, 422, 503, 'replay'] },
  )
  @Operation(
    'Shows what an assistant would find for a question, in one build or in two.',
    'The question is kept nowhere. Without a ready build it is 409.',
  )
  @Answers(KnowledgePreviewResponse)
  previewKnowledge(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: KnowledgePreviewRequest,
  ): Promise<KnowledgePreviewResponse> {
    return this.preview.answer(auth, projectId, request);
  }
}
