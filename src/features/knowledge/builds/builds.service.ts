import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { enqueueMissingWork } from '../../../core/database/outbox/enqueue-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import type { PageRequest } from '../../configuration/rules/page.request.js';
import { placeOfBuiltTitle } from '../lookup/sealed-places.js';
import { SourceAccess } from '../lookup/source-access.service.js';
import { SourceTexts } from '../lookup/source-texts.service.js';
import { buildHash, contentKey, revisionOf } from '../rules/builds.policy.js';
import { BUILD_KNOWLEDGE } from './build-work.js';
import { BUILD_ACTIONS } from '../builds.audit.js';
import { BUILD_ERRORS } from '../builds.errors.js';
import {
  ADD_BUILD,
  ADD_BUILD_SOURCES,
  BUILD,
  BUILDS_PAGE,
  CANCEL_BUILD,
  SOURCES_OF_BUILD,
  type BuildRow,
  type BuildSourceRow,
} from './builds.queries.js';
import type {
  KnowledgeBuildItem,
  KnowledgeBuildResponse,
  KnowledgeBuildsResponse,
} from './builds.response.js';

type PageRow = { readonly total: number } & (BuildRow | { readonly build_id: null });

/** Requests, shows and cancels builds of a project's knowledge (knowledge section 5). */
@Injectable()
export class KnowledgeBuilds {
  constructor(
    private readonly stores: TenantStores,
    private readonly access: SourceAccess,
    private readonly texts: SourceTexts,
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {}

  /** @throws 409 for an archived project and without a source that is ready, 503 */
  async request(
    auth: AuthContext,
    projectId: string,
    reservation: Reservation | null,
  ): Promise<KnowledgeBuildResponse> {
    await this.access.requireActive(auth, projectId);
    const [ready, encryption, matching] = await Promise.all([
      this.texts.ready(auth, projectId),
      this.keys.current(auth, 'encryption'),
      this.keys.current(auth, 'matching'),
    ]);
    if (ready.length === 0) throw new PlatformError(BUILD_ERRORS.noSources);
    const buildId = randomUUID();
    const sources = ready.map((source) => {
      const revision = revisionOf(source);
      return {
        ...source,
        revision,
        contentKey: contentKey(revision, matching.keyId),
        sealedTitle: sealField(encryption, placeOfBuiltTitle(auth, buildId, source.sourceId), source.title),
      };
    });
    const hash = buildHash(sources.map(({ revision }) => revision));
    return this.stores.transaction(auth, async (tx) => {
      await tx.query(ADD_BUILD, [projectId, buildId, hash, this.clock.now(), auth.principal.id]);
      await tx.query(ADD_BUILD_SOURCES, [
        buildId,
        sources.map(({ sourceId }) => sourceId),
        sources.map(({ contentHash }) => contentHash),
        sources.map(({ revision }) => revision),
        sources.map((source) => source.contentKey),
        sources.map(({ language }) => language),
        sources.map(({ sealedTitle }) => sealedTitle),
      ]);
      await enqueueMissingWork(tx, BUILD_KNOWLEDGE, [{ key: projectId, payload: { projectId } }]);
      await tx.auditDone(BUILD_ACTIONS.buildRequested, { project_id: projectId, build_id: buildId });
      return tx.complete(reservation, await shown(tx, projectId, buildId));
    });
  }

  async list(
    auth: AuthContext,
    projectId: string,
    { page, page_size: size }: PageRequest,
  ): Promise<KnowledgeBuildsResponse> {
    const values = [projectId, size, rowsBefore(page, size)];
    const rows = await this.stores.read<PageRow>(auth, { ...BUILDS_PAGE, values });
    const builds = rows.filter((row): row is PageRow & BuildRow => row.build_id !== null);
    return { items: builds.map(itemOf), pagination: paginationOf(page, size, rows[0]?.total ?? 0) };
  }

  /** @throws 404 */
  async show(auth: AuthContext, projectId: string, buildId: string): Promise<KnowledgeBuildResponse> {
    return this.stores.read(auth, (db) => shown(db, projectId, buildId));
  }

  /** @throws 404, 409 once every source is indexed */
  async cancel(
    auth: AuthContext,
    projectId: string,
    buildId: string,
    reservation: Reservation | null,
  ): Promise<KnowledgeBuildResponse> {
    await this.access.requireActive(auth, projectId);
    return this.stores.transaction(auth, async (tx) => {
      const before = await shown(tx, projectId, buildId);
      const cancelled = await tx.query(CANCEL_BUILD, [projectId, buildId, this.clock.now()]);
      if (cancelled.length > 0)
        await tx.auditDone(BUILD_ACTIONS.buildCancelled, { project_id: projectId, build_id: buildId });
      else if (before.state !== 'cancelled') throw new PlatformError(BUILD_ERRORS.buildEnded);
      return tx.complete(reservation, await shown(tx, projectId, buildId));
    });
  }
}

/** @throws 404 */
async function shown(db: StoreReader, projectId: string, buildId: string): Promise<KnowledgeBuildResponse> {
  if (!isGivenId(buildId)) throw notFound();
  const [row] = await db.query<BuildRow>(BUILD, [projectId, buildId]);
  if (!row) throw notFound();
  return { ...itemOf(row), sources: await db.query<BuildSourceRow>(SOURCES_OF_BUILD, [buildId]) };
}

const itemOf = ({ sources, requested_at, started_at, ended_at, ...row }: BuildRow): KnowledgeBuildItem => ({
  build_id: row.build_id,
  state: row.state,
  content_hash: row.content_hash,
  source_count: sources,
  chunks: row.chunks,
  changes: row.changes,
  failures: row.failures,
  requested_at_utc: requested_at.toISOString(),
  requested_by: row.requested_by,
  started_at_utc: started_at?.toISOString() ?? null,
  ended_at_utc: ended_at?.toISOString() ?? null,
});
