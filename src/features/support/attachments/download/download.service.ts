import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import { free } from '../../../../core/files/freed.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../../core/shared/catalogue.js';
import { PlatformError, reasonOf } from '../../../../core/shared/platform-error.js';
import { Clock } from '../../../../core/time/clock.js';
import { markOf } from '../../support.audit.js';
import { ATTACHMENT_ACTIONS } from '../attachments.audit.js';
import { AttachmentAccess, type SeenAttachment } from '../lookup/attachment-access.service.js';
import { AttachmentFiles } from '../lookup/attachment-files.service.js';
import { ShownAttachments } from '../lookup/shown-attachments.service.js';
import { ATTACHMENT_KINDS } from '../rules/attachment-kinds.js';
import { SCAN_HOLDS_MS } from '../rules/attachment-limits.js';
import { ScanAgain } from '../scanning/scan-again.service.js';
import { COUNT_DOWNLOAD } from './download.queries.js';

/** Sends clean files (support-attachments section 6). */
@Injectable()
export class AttachmentDownload {
  private readonly logger = new Logger(AttachmentDownload.name);

  constructor(
    private readonly access: AttachmentAccess,
    private readonly stores: TenantStores,
    private readonly files: AttachmentFiles,
    private readonly shown: ShownAttachments,
    private readonly again: ScanAgain,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 409 for a file that is not clean, 503 */
  async send(auth: AuthContext, ticketId: string, attachmentId: string, response: Response): Promise<void> {
    const { row, parts } = await this.access.find(auth, ticketId, attachmentId);
    const { state, scanned_at: scannedAt, file_key_encrypted: sealedKey, bytes, kind } = row;
    if (state !== 'clean' || scannedAt === null || sealedKey === null) throw notClean(state);
    if (this.clock.now().getTime() - scannedAt.getTime() > SCAN_HOLDS_MS) {
      const outcome = await this.again.scan(auth, row, parts);
      if (outcome !== 'clean') throw notClean(outcome);
    }
    const name = (await this.shown.nameOf(auth, row)) ?? `attachment.${ATTACHMENT_KINDS[kind].extensions[0]}`;
    // The first bytes are read before the response begins, so an unavailable store is still a 503.
    const source = await this.files.content(auth, attachmentId, sealedKey, parts);
    const content = source.read(0, bytes)[Symbol.asyncIterator]();
    const first = await content.next();
    const stop = (): unknown => content.return?.();
    await this.record(auth, row).catch((error: unknown) => {
      void stop();
      throw error;
    });
    response.attachment(name).set({
      'content-type': ATTACHMENT_KINDS[kind].type,
      'content-length': String(bytes),
      // Nothing in the file can run or load anything, even if a browser shows it.
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    });
    try {
      await write(response, behind(first, { [Symbol.asyncIterator]: () => content }));
      response.end();
    } catch (error) {
      // The receiver disconnected, or sees from the length that the file is incomplete.
      response.destroy();
      this.logger.warn({ msg: 'download of an attachment ended early', reason: reasonOf(error) });
    }
  }

  private async record(auth: AuthContext, row: SeenAttachment['row']): Promise<void> {
    await this.stores.transaction(auth, async (tx) => {
      const counted = await tx.query(COUNT_DOWNLOAD, [row.attachment_id]);
      if (counted.length === 0) throw notClean('deleted');
      await tx.auditDone(ATTACHMENT_ACTIONS.attachmentDownloaded, {
        attachment_id: row.attachment_id,
        ticket_id: row.ticket_id,
        bytes: row.bytes,
        ...markOf(row.visibility),
      });
    });
  }
}

/** @param state why there is nothing to download; the answer's reason */
const notClean = (state: string): PlatformError =>
  new PlatformError(CATALOGUE.blocked, { blockReason: state });

async function* behind(
  first: IteratorResult<Buffer, unknown>,
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** Chunk by chunk, as fast as the receiver accepts them; a chunk is freed once it has been sent. */
async function write(response: Response, pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const piece of pieces) {
    await new Promise<void>((resolve, reject) => {
      response.write(piece, (error) => (error ? reject(error) : resolve()));
    });
    free(piece);
  }
}
