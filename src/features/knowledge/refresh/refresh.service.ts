import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { KNOWLEDGE_ERRORS } from '../knowledge.errors.js';
import { ShownSources } from '../lookup/shown-sources.service.js';
import { SourceAccess } from '../lookup/source-access.service.js';
import { KnowledgeSource } from '../lookup/source.response.js';
import type { SourceRow } from '../lookup/sources.queries.js';
import { READ_SOURCE } from '../rules/source-work.js';
import { AWAIT_FETCH } from './refresh.queries.js';

/** Fetches pages again on request (knowledge 4.2). */
@Injectable()
export class RefreshSource {
  constructor(
    private readonly stores: TenantStores,
    private readonly access: SourceAccess,
    private readonly shown: ShownSources,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 409 for an archived project or another kind, 503 */
  async refresh(
    auth: AuthContext,
    projectId: string,
    sourceId: string,
    reservation: Reservation | null,
  ): Promise<KnowledgeSource> {
    await this.access.requireActive(auth, projectId);
    return this.stores.transaction(auth, async (tx) => {
      const { kind } = await this.access.hold(tx, projectId, sourceId);
      if (kind !== 'url') throw new PlatformError(KNOWLEDGE_ERRORS.ofOtherKind);
      const values = [sourceId, newEtag(), this.clock.now(), auth.principal.id];
      const [row] = await tx.query<SourceRow>(AWAIT_FETCH, values);
      await tx.enqueue(READ_SOURCE, { sourceId });
      return tx.complete(reservation, await this.shown.show(auth, row!), { ETag: quotedEtag(row!.etag) });
    });
  }
}
