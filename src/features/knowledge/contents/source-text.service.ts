import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { KNOWLEDGE_ACTIONS } from '../knowledge.audit.js';
import { KNOWLEDGE_ERRORS } from '../knowledge.errors.js';
import { placeOfText } from '../lookup/sealed-places.js';
import { ShownSources } from '../lookup/shown-sources.service.js';
import { KnowledgeSourceText } from '../lookup/source.response.js';
import type { SourceRow } from '../lookup/sources.queries.js';
import { SOURCE_WITH_TEXT } from './contents.queries.js';

type RowWithText = SourceRow & { readonly text_encrypted: Buffer | null };

/** Shows the text of a source to people who edit it (knowledge 3.10). */
@Injectable()
export class SourceText {
  constructor(
    private readonly stores: TenantStores,
    private readonly sealed: SealedTexts,
    private readonly shown: ShownSources,
  ) {}

  /**
   * Each read is audited.
   * @throws 404, 409 for another kind or a text that was not kept, 503
   */
  async show(auth: AuthContext, projectId: string, sourceId: string): Promise<KnowledgeSourceText> {
    if (!isGivenId(sourceId)) throw notFound();
    return this.stores.transaction(auth, async (tx) => {
      const [row] = await tx.query<RowWithText>(SOURCE_WITH_TEXT, [projectId, sourceId]);
      if (!row) throw notFound();
      if (row.kind !== 'text')
        throw new PlatformError(KNOWLEDGE_ERRORS.ofOtherKind, {
          message: 'Only the text of a source of kind text can be read back.',
        });
      const text = await this.sealed.open(auth, placeOfText(auth, sourceId), row.text_encrypted);
      if (text === null) throw new PlatformError(KNOWLEDGE_ERRORS.textNotKept);
      await tx.auditDone(KNOWLEDGE_ACTIONS.textShown, { project_id: projectId, source_id: sourceId });
      return { ...(await this.shown.show(auth, row)), text };
    });
  }
}
