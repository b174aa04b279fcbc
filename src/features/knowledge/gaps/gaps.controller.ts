import { Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { KNOWLEDGE_READERS } from '../rules/callers.js';
import { KnowledgeGapsResponse } from './gaps.response.js';
import { KnowledgeGapList } from './gaps.service.js';

/** knowledge section 9. */
@Routes('v1/projects/:project_id/knowledge/gaps', 'Knowledge')
export class KnowledgeGapsController {
  constructor(private readonly gaps: KnowledgeGapList) {}

  @Get()
  @Access(KNOWLEDGE_READERS)
  @Operation(
    'Counts questions of calls that found no good passage, and lists the words that were missing.',
    'A word is listed once three questions have missed it, and never one of a question with personal data.',
  )
  @Answers(KnowledgeGapsResponse)
  listKnowledgeGaps(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
  ): Promise<KnowledgeGapsResponse> {
    return this.gaps.list(auth, projectId);
  }
}
