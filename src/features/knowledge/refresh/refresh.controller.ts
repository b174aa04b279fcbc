import { Body, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { KNOWLEDGE_ERRORS } from '../knowledge.errors.js';
import { SourceParams } from '../lookup/source-path.request.js';
import { KnowledgeSource } from '../lookup/source.response.js';
import { KNOWLEDGE_WRITERS } from '../rules/callers.js';
import { RefreshSource } from './refresh.service.js';

/** knowledge section 4. */
@Routes('v1/projects/:project_id/knowledge/sources/:source_id/refresh', 'Knowledge')
export class RefreshController {
  constructor(private readonly refreshing: RefreshSource) {}

  @Post()
  @Access({
    ...KNOWLEDGE_WRITERS,
    errors: [...KNOWLEDGE_WRITERS.errors, KNOWLEDGE_ERRORS.ofOtherKind, CATALOGUE.rateLimited],
  })
  // Each fetch is a request to another party's server.
  @RateLimit({ caller: { limit: 60, seconds: 3600 } }, { operation: 'knowledge.refresh' })
  @Idempotent({ operation: 'knowledge.sources.refresh', effect: 'tenant' })
  @Operation(
    'Fetches the page of a knowledge source again.',
    'Its present text stays in force until the new one is read. Builds are not changed. Other kinds: 409.',
  )
  @Answers(KnowledgeSource)
  async requestKnowledgeRefresh(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, source_id: sourceId }: SourceParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KnowledgeSource> {
    return withEtag(response, await this.refreshing.refresh(auth, projectId, sourceId, reservation));
  }
}
