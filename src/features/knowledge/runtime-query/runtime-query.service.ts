import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { BUILD_ERRORS } from '../builds.errors.js';
import { shownChunk } from '../lookup/found-knowledge.response.js';
import { KnowledgeGaps } from '../lookup/knowledge-gaps.service.js';
import { KnowledgeSearch } from '../lookup/knowledge-search.service.js';
import { READY_BUILD } from '../lookup/search.queries.js';
import { BUILD_OF_VERSION } from './runtime-query.queries.js';
import type { KnowledgeQueryRequest } from './runtime-query.request.js';
import type { KnowledgeQueryResponse } from './runtime-query.response.js';

/** Answers the questions of calls from the build of the call's version (knowledge 7.6). */
@Injectable()
export class RuntimeQuery {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly stores: TenantStores,
    private readonly search: KnowledgeSearch,
    private readonly gaps: KnowledgeGaps,
  ) {}

  /** @throws 404 for an unknown version or an archived project, 409 if its build is gone, 503 */
  async answer(
    auth: AuthContext,
    projectId: string,
    { version_number: versionNumber, query, top_k: topK, call_id: callId }: KnowledgeQueryRequest,
  ): Promise<KnowledgeQueryResponse> {
    const [version] = await this.metadata.read(auth, (db) =>
      db.query<{ build_id: string | null }>(BUILD_OF_VERSION, [projectId, versionNumber]),
    );
    if (!version) throw notFound();
    const { build_id: buildId } = version;
    if (buildId === null) return { build_id: null, items: [], is_good: false };
    const ready = await this.stores.read(auth, { ...READY_BUILD, values: [projectId, buildId] });
    if (ready.length === 0) throw new PlatformError(BUILD_ERRORS.buildGone);
    const { items, isGood, missing } = await this.search.find(auth, { projectId, buildId, query, topK });
    if (!isGood) await this.gaps.count(auth, { projectId, query, missing, callId: callId ?? null });
    return { build_id: buildId, items: items.map(shownChunk), is_good: isGood };
  }
}
