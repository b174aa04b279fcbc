import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SealedFiles } from '../../../core/privacy/keys/sealed-files.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError, reasonOf } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { ACCOUNT_EXPORT_ACTIONS } from '../account-exports.audit.js';
import { ACCOUNT_EXPORT_ERRORS } from '../account-exports.errors.js';
import { fileOf } from '../lookup/export-file.js';
import { COUNT_DOWNLOAD } from '../lookup/exports.queries.js';
import { getExport } from '../lookup/get-export.js';
import { statusAt } from '../rules/lifetime.policy.js';
import { servedRange, type ServedRange } from './byte-range.policy.js';

/** Sends the file of an export, opened as it is read (account-exports section 4). */
@Injectable()
export class ExportDownloadService {
  private readonly logger = new Logger(ExportDownloadService.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedFiles,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 409 for an export without a file, 416, 503 */
  async send(auth: AuthContext, exportId: string, request: Request, response: Response): Promise<void> {
    const row = await this.metadata.read(auth, (db) => getExport(db, exportId));
    const file = fileOf(row);
    const isReady = statusAt(this.clock.now(), row.status, row.expires_at) === 'ready';
    if (file === null || !isReady) throw new PlatformError(ACCOUNT_EXPORT_ERRORS.notReady);
    const etag = `"${row.sha256}"`;
    const served = servedRange(request.range(file.bytes), request.get('if-range'), etag, file.bytes);
    if (served.kind === 'unsatisfiable') {
      response.set('content-range', `bytes */${file.bytes}`);
      throw new PlatformError(ACCOUNT_EXPORT_ERRORS.badRange);
    }
    // The first bytes are read before the response begins, so an unavailable store is still a 503.
    const content = this.sealed.read(auth, file, served.start, served.end);
    const first = await content.next();
    await this.record(auth, exportId, served).catch(async (error: unknown) => {
      await content.return();
      throw error;
    });
    response.status(served.kind === 'partial' ? 206 : 200).set({
      'content-type': 'application/zip',
      'content-length': String(served.end - served.start),
      'content-disposition': `attachment; filename="account-export-${row.export_id}.zip"`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      etag,
      ...(served.kind === 'partial' && {
        'content-range': `bytes ${served.start}-${served.end - 1}/${file.bytes}`,
      }),
    });
    try {
      await pipeline(Readable.from(behind(first, content), { objectMode: false }), response);
    } catch (error) {
      // A receiver that disconnected can request the rest; it sees that the file is incomplete.
      this.logger.warn({ msg: 'download of an account export ended early', reason: reasonOf(error) });
    }
  }

  /** Counts a download by its first byte, and audits every request (account-exports 4.3). */
  private async record(auth: AuthContext, exportId: string, { start, end }: ServedRange): Promise<void> {
    await this.metadata.transaction(auth, async (tx) => {
      const counted =
        start === 0
          ? await tx.query(COUNT_DOWNLOAD, [exportId, this.clock.now()])
          : [await getExport(tx, exportId)];
      if (counted.length === 0) throw new PlatformError(ACCOUNT_EXPORT_ERRORS.notReady);
      await tx.auditDone(ACCOUNT_EXPORT_ACTIONS.downloaded, {
        export_id: exportId,
        first_byte: start,
        bytes: end - start,
      });
    });
  }
}

async function* behind(
  first: IteratorResult<Buffer, void>,
  rest: AsyncGenerator<Buffer, void>,
): AsyncGenerator<Buffer, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
