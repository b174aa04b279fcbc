import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { requireRead } from '../../../core/http/etag/require-read.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { KNOWLEDGE_ACTIONS } from '../knowledge.audit.js';
import { placeOfTitle } from '../lookup/sealed-places.js';
import { ShownSources } from '../lookup/shown-sources.service.js';
import { SourceAccess } from '../lookup/source-access.service.js';
import {
  DeletedKnowledgeSource,
  KnowledgeSource,
  KnowledgeSourcesResponse,
} from '../lookup/source.response.js';
import type { SourceRow } from '../lookup/sources.queries.js';
import { accepting, type SourceFinding } from '../rules/findings.policy.js';
import { nextFetchAt } from '../rules/refresh.policy.js';
import type { RefreshPeriod } from '../rules/source-words.js';
import { CLEAR_UPLOAD, READ_SOURCE } from '../rules/source-work.js';
import { CHANGE_SOURCE, DELETE_SOURCE } from './sources.queries.js';
import { ChangeSourceRequest } from './sources.request.js';

/** Shows, changes and deletes the sources of a project (knowledge section 2). */
@Injectable()
export class KnowledgeSources {
  constructor(
    private readonly stores: TenantStores,
    private readonly access: SourceAccess,
    private readonly sealed: SealedTexts,
    private readonly shown: ShownSources,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 */
  async list(auth: AuthContext, projectId: string): Promise<KnowledgeSourcesResponse> {
    const rows = await this.access.list(auth, projectId);
    return {
      items: await Promise.all(rows.map((row) => this.shown.show(auth, row))),
      text_bytes: rows.reduce((sum, { text_bytes: bytes }) => sum + bytes, 0),
    };
  }

  /** @throws 404, 503 */
  async show(auth: AuthContext, projectId: string, sourceId: string): Promise<KnowledgeSource> {
    return this.shown.show(auth, await this.access.find(auth, projectId, sourceId));
  }

  /** @throws 404, 409 for an archived project or a stale If-Match, 422, 428, 503 */
  async change(
    auth: AuthContext,
    { projectId, sourceId }: SourceId,
    request: ChangeSourceRequest,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<KnowledgeSource> {
    await this.access.requireActive(auth, projectId);
    const seal = await this.sealed.sealer(auth);
    return this.stores.transaction(auth, async (tx) => {
      const before = await this.access.hold(tx, projectId, sourceId);
      requireRead('source', before.etag, ifMatch);
      const { title, language = before.language, refresh = before.refresh } = request;
      if (before.kind !== 'url' && refresh !== 'none')
        throw unprocessable({ loc: ['body', 'refresh'], message: 'must be none', type: 'only_for_url' });
      const findings = findingsOf(before, request.accepted_findings);
      const nextFetch = await this.schedule(tx, before, refresh);
      const [row] = await tx.query<SourceRow>(CHANGE_SOURCE, [
        ...[
          sourceId,
          title === undefined ? before.title_encrypted : seal(placeOfTitle(auth, sourceId), title),
        ],
        ...[language, refresh, nextFetch, JSON.stringify(findings), newEtag(), this.clock.now()],
        auth.principal.id,
      ]);
      await tx.auditDone(KNOWLEDGE_ACTIONS.sourceChanged, {
        project_id: projectId,
        source_id: sourceId,
        accepted: findings.flatMap(({ name, accepted }) => (accepted ? [name] : [])).join(' '),
      });
      return tx.complete(reservation, await this.shown.show(auth, row!), { ETag: quotedEtag(row!.etag) });
    });
  }

  /** @throws 404, 409 for an archived project or a stale If-Match, 428, 503 */
  async delete(
    auth: AuthContext,
    { projectId, sourceId }: SourceId,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<DeletedKnowledgeSource> {
    await this.access.requireActive(auth, projectId);
    return this.stores.transaction(auth, async (tx) => {
      const { etag, upload_name: name } = await this.access.hold(tx, projectId, sourceId);
      requireRead('source', etag, ifMatch);
      await tx.query(DELETE_SOURCE, [sourceId]);
      if (name !== null) await tx.enqueue(CLEAR_UPLOAD, { sourceId, name });
      await tx.auditDone(KNOWLEDGE_ACTIONS.sourceDeleted, { project_id: projectId, source_id: sourceId });
      return tx.complete(reservation, { source_id: sourceId, deleted: true as const });
    });
  }

  /**
   * The next fetch for a period; if the period does not change, a fetch that is already due remains
   * due.
   */
  private async schedule(tx: UnitOfWork, before: SourceRow, refresh: RefreshPeriod): Promise<Date | null> {
    if (refresh === before.refresh) return before.next_fetch_at;
    const next = nextFetchAt(refresh, before.fetched_at ?? this.clock.now());
    if (next !== null) {
      const work = { sourceId: before.source_id, due: next.toISOString() };
      await tx.enqueue(READ_SOURCE, work, { notBefore: next });
    }
    return next;
  }
}

export interface SourceId {
  readonly projectId: string;
  readonly sourceId: string;
}

function findingsOf(
  { findings: before }: SourceRow,
  names: readonly string[] | undefined,
): readonly SourceFinding[] {
  if (names === undefined) return before;
  const { findings, unknown } = accepting(before, names);
  if (unknown.length === 0) return findings;
  throw unprocessable({
    loc: ['body', 'accepted_findings'],
    message: `must name findings of the source: ${before.map(({ name }) => name).join(', ') || 'it has none'}`,
    type: 'finding_unknown',
  });
}
