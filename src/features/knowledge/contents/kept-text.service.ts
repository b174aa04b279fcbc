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
import { SourceTexts } from '../lookup/source-texts.service.js';
import type { SourceRow } from '../lookup/sources.queries.js';
import { KNOWLEDGE_WRITERS } from '../rules/callers.js';
import { mayBeRead } from '../rules/findings.policy.js';
import { MOST_KEPT_BYTES } from '../rules/source-limits.js';
import { SOURCE_WITH_TEXT } from './contents.queries.js';

type RowWithText = SourceRow & { readonly text_encrypted: Buffer | null };
type Shown = Pick<KnowledgeSourceText, 'text' | 'is_whole'>;

/** Shows the text of a source to its readers (knowledge 3.10, 3.11). */
@Injectable()
export class KeptText {
  constructor(
    private readonly stores: TenantStores,
    private readonly sealed: SealedTexts,
    private readonly texts: SourceTexts,
    private readonly shown: ShownSources,
  ) {}

  /** Each time is audited. @throws 404, 409 for a text that is held back or not kept, 503 */
  async show(auth: AuthContext, projectId: string, sourceId: string): Promise<KnowledgeSourceText> {
    if (!isGivenId(sourceId)) throw notFound();
    const values = [projectId, sourceId];
    const [row] = await this.stores.read<RowWithText>(auth, { ...SOURCE_WITH_TEXT, values });
    if (!row) throw notFound();
    const mayChange = KNOWLEDGE_WRITERS.scopes.some((it) => it === auth.scope);
    if (!mayChange && !mayBeRead(row)) throw new PlatformError(KNOWLEDGE_ERRORS.textHeldBack);
    // A text as it was sent may have parts that are not read, such as scripts: those have no findings.
    const text = row.kind === 'text' && mayChange ? await this.sent(auth, row) : await this.read(auth, row);
    if (text === null) throw new PlatformError(KNOWLEDGE_ERRORS.textNotKept);
    const answer = { ...(await this.shown.show(auth, row)), ...text };
    await this.stores.transaction(auth, (tx) =>
      tx.auditDone(KNOWLEDGE_ACTIONS.textShown, { project_id: projectId, source_id: sourceId }),
    );
    return answer;
  }

  /** As a person sent it. */
  private async sent(auth: AuthContext, row: RowWithText): Promise<Shown | null> {
    const text = await this.sealed.open(auth, placeOfText(auth, row.source_id), row.text_encrypted);
    return text === null ? null : { text, is_whole: true };
  }

  /** As it was read: the first passages, each below its headings. */
  private async read(
    auth: AuthContext,
    { source_id: id, content_hash: hash }: RowWithText,
  ): Promise<Shown | null> {
    const parts: string[] = [];
    let [bytes, above, isWhole]: [number, string | null, boolean] = [0, null, true];
    for await (const { heading, text } of this.texts.blocksOf(auth, id, hash ?? '')) {
      const part = heading === null || heading === above ? text : `${heading}\n\n${text}`;
      above = heading;
      bytes += Buffer.byteLength(part) + 2;
      isWhole = bytes <= MOST_KEPT_BYTES;
      if (!isWhole) break;
      parts.push(part);
    }
    return parts.length === 0 ? null : { text: parts.join('\n\n'), is_whole: isWhole };
  }
}
