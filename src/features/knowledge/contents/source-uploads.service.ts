import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { requireRead } from '../../../core/http/etag/require-read.js';
import { SealedFiles } from '../../../core/privacy/keys/sealed-files.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { KNOWLEDGE_ACTIONS } from '../knowledge.audit.js';
import { KNOWLEDGE_ERRORS } from '../knowledge.errors.js';
import { placeOfText } from '../lookup/sealed-places.js';
import { ShownSources } from '../lookup/shown-sources.service.js';
import { SourceAccess } from '../lookup/source-access.service.js';
import { KnowledgeSource } from '../lookup/source.response.js';
import type { SourceRow } from '../lookup/sources.queries.js';
import { MOST_CONTENT_BYTES, MOST_KEPT_BYTES } from '../rules/source-limits.js';
import { CLEAR_UPLOAD, READ_SOURCE } from '../rules/source-work.js';
import { AWAIT_UPLOAD } from './contents.queries.js';

// No upload takes longer, because slow bodies are refused.
const LATE_MS = 60 * 60_000;

/**
 * Receives the contents of sources, which are sealed as they arrive and read by the worker
 * (knowledge 3.1).
 */
@Injectable()
export class SourceUploads {
  constructor(
    private readonly access: SourceAccess,
    private readonly stores: TenantStores,
    private readonly files: SealedFiles,
    private readonly sealed: SealedTexts,
    private readonly shown: ShownSources,
    private readonly clock: Clock,
  ) {}

  /**
   * @param body read once, as fast as the file store takes it
   * @throws 404, 409 for an archived project, a page or a stale If-Match, 413, 422 for an empty
   *   body, 503
   */
  async put(
    auth: AuthContext,
    projectId: string,
    sourceId: string,
    body: AsyncIterable<Buffer>,
    ifMatch: string | undefined,
  ): Promise<KnowledgeSource> {
    await this.access.requireActive(auth, projectId);
    const { kind } = await this.access.find(auth, projectId, sourceId);
    if (kind === 'url') throw new PlatformError(KNOWLEDGE_ERRORS.ofOtherKind);
    const name = `knowledge/${sourceId}/${randomUUID()}`;
    // A file whose request ends before it is recorded is deleted.
    const notBefore = new Date(this.clock.now().getTime() + LATE_MS);
    await this.stores.transaction(auth, (tx) => tx.enqueue(CLEAR_UPLOAD, { sourceId, name }, { notBefore }));
    const begun: Buffer[] = [];
    const { keyId, bytes } = await this.files.put(auth, name, bounded(body, begun));
    const text = kind === 'text' && bytes <= MOST_KEPT_BYTES ? textOf(begun) : null;
    const seal = await this.sealed.sealer(auth);
    return this.stores.transaction(auth, async (tx) => {
      const { upload_name: replaced, etag } = await this.access.hold(tx, projectId, sourceId);
      if (ifMatch !== undefined) requireRead('source', etag, ifMatch);
      const [row] = await tx.query<SourceRow>(AWAIT_UPLOAD, [
        ...[sourceId, name, keyId, bytes, newEtag(), this.clock.now(), auth.principal.id],
        text === null ? null : seal(placeOfText(auth, sourceId), text),
      ]);
      await tx.enqueue(READ_SOURCE, { sourceId });
      if (replaced !== null) await tx.enqueue(CLEAR_UPLOAD, { sourceId, name: replaced });
      const metadata = { project_id: projectId, source_id: sourceId, bytes };
      await tx.auditDone(KNOWLEDGE_ACTIONS.sourceUploaded, metadata);
      return this.shown.show(auth, row!);
    });
  }
}

/** Null if it is not in UTF-8. */
function textOf(pieces: readonly Buffer[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    return null;
  }
}

/**
 * @param begun gets the first chunks, up to the size of a kept text
 * @throws 413, 422 for an empty body, 400 for one that ends early
 */
async function* bounded(body: AsyncIterable<Buffer>, begun: Buffer[]): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const chunk of body) {
      received += chunk.length;
      if (received > MOST_CONTENT_BYTES) throw new PlatformError(CATALOGUE.contentTooLarge);
      if (received <= MOST_KEPT_BYTES) begun.push(chunk);
      yield chunk;
    }
  } catch (error) {
    // The connection was closed before the end.
    if (!(error instanceof PlatformError)) throw new PlatformError(CATALOGUE.invalidJson, { cause: error });
    throw error;
  }
  if (received === 0)
    throw unprocessable({ loc: ['body'], message: 'must not be empty', type: 'content_empty' });
}
