import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import { BUILD_ERRORS } from '../builds.errors.js';
import { shownChunk } from '../lookup/found-knowledge.response.js';
import { KnowledgeSearch } from '../lookup/knowledge-search.service.js';
import { READY_BUILD } from '../lookup/search.queries.js';
import type { KnowledgePreviewRequest } from './preview.request.js';
import type { KnowledgeAnswer, KnowledgePreviewResponse } from './preview.response.js';

/** Answers a question from one build or from two, and stores none of it (knowledge section 8). */
@Injectable()
export class KnowledgePreview {
  constructor(
    private readonly stores: TenantStores,
    private readonly search: KnowledgeSearch,
  ) {}

  /** @throws 409 without a ready build, 422 for a build that is not one of the project's ready ones, 503 */
  async answer(
    auth: AuthContext,
    projectId: string,
    { query, top_k: topK, build_id, compare_to }: KnowledgePreviewRequest,
  ): Promise<KnowledgePreviewResponse> {
    const [buildId, otherId] = await Promise.all([
      this.ready(auth, projectId, 'build_id', build_id ?? null),
      compare_to === undefined ? null : this.ready(auth, projectId, 'compare_to', compare_to),
    ]);
    const answerOf = async (build: string): Promise<KnowledgeAnswer> => {
      const { items, isGood } = await this.search.find(auth, { projectId, buildId: build, query, topK });
      return { build_id: build, items: items.map(shownChunk), is_good: isGood };
    };
    const [answer, compared] = await Promise.all([
      answerOf(buildId),
      otherId === null ? null : answerOf(otherId),
    ]);
    return { ...answer, compared };
  }

  private async ready(
    auth: AuthContext,
    projectId: string,
    field: string,
    buildId: string | null,
  ): Promise<string> {
    const [row] = await this.stores.read<{ build_id: string }>(auth, {
      ...READY_BUILD,
      values: [projectId, buildId],
    });
    if (row) return row.build_id;
    if (buildId === null) throw new PlatformError(BUILD_ERRORS.notBuilt);
    throw unprocessable({
      loc: ['body', field],
      message: 'must be a ready build of the project',
      type: 'build_unknown',
    });
  }
}
