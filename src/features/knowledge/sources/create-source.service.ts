import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { OutboundFailure } from '../../../core/outbound-http/outbound-failure.js';
import { OutboundHttp } from '../../../core/outbound-http/outbound-http.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { KNOWLEDGE_ACTIONS } from '../knowledge.audit.js';
import { KNOWLEDGE_ERRORS } from '../knowledge.errors.js';
import { placeOfTitle, placeOfUrl } from '../lookup/sealed-places.js';
import { ShownSources } from '../lookup/shown-sources.service.js';
import { SourceAccess } from '../lookup/source-access.service.js';
import { KnowledgeSource } from '../lookup/source.response.js';
import { TAKE_SOURCES_TURN, type SourceRow } from '../lookup/sources.queries.js';
import { MOST_SOURCES } from '../rules/source-limits.js';
import { READ_SOURCE } from '../rules/source-work.js';
import { addressFault } from './source-address.policy.js';
import { ADD_SOURCE, COUNT_SOURCES } from './sources.queries.js';
import { CreateSourceRequest } from './sources.request.js';

/** Adds sources to projects (knowledge 2.1 to 2.5). */
@Injectable()
export class CreateSource {
  constructor(
    private readonly stores: TenantStores,
    private readonly access: SourceAccess,
    private readonly sealed: SealedTexts,
    private readonly shown: ShownSources,
    private readonly outbound: OutboundHttp,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws 409 for an archived project or the 201st source, 422 for its address, 503 */
  async create(
    auth: AuthContext,
    projectId: string,
    request: CreateSourceRequest,
    reservation: Reservation,
  ): Promise<KnowledgeSource> {
    await this.access.requireActive(auth, projectId);
    const url = await this.addressOf(request);
    const seal = await this.sealed.sealer(auth);
    const id = randomUUID();
    return this.stores.transaction(auth, async (tx) => {
      await tx.query(TAKE_SOURCES_TURN, [projectId]);
      const [count] = await tx.query<{ sources: number }>(COUNT_SOURCES, [projectId]);
      if (count!.sources >= MOST_SOURCES) throw new PlatformError(KNOWLEDGE_ERRORS.limitReached);
      const [row] = await tx.query<SourceRow>(ADD_SOURCE, [
        ...[projectId, id, request.kind, seal(placeOfTitle(auth, id), request.title)],
        ...[url && seal(placeOfUrl(auth, id), url), request.language, request.refresh],
        ...[newEtag(), this.clock.now(), auth.principal.id],
      ]);
      if (url !== null) await tx.enqueue(READ_SOURCE, { sourceId: id });
      await tx.auditDone(KNOWLEDGE_ACTIONS.sourceCreated, {
        project_id: projectId,
        source_id: id,
        kind: request.kind,
      });
      return tx.complete(reservation, await this.shown.show(auth, row!), { ETag: quotedEtag(row!.etag) });
    });
  }

  private async addressOf({ kind, url, refresh }: CreateSourceRequest): Promise<string | null> {
    if (kind !== 'url') {
      if (url !== undefined) throw unprocessable(onlyForPages('url'));
      if (refresh !== 'none') throw unprocessable(onlyForPages('refresh'));
      return null;
    }
    if (url === undefined)
      throw unprocessable({ loc: ['body', 'url'], message: 'is required for kind url', type: 'required' });
    try {
      await this.outbound.check(url);
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      throw unprocessable(addressFault(error.reason, this.settings.outbound.ports));
    }
    return new URL(url).href;
  }
}

const onlyForPages = (field: string) => ({
  loc: ['body', field],
  message: 'is only for kind url; leave it out',
  type: 'only_for_url',
});
