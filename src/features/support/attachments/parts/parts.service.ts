import { Injectable, Logger } from '@nestjs/common';
import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../../core/shared/catalogue.js';
import { PlatformError, reasonOf, unprocessable } from '../../../../core/shared/platform-error.js';
import { Clock } from '../../../../core/time/clock.js';
import { AttachmentAccess } from '../lookup/attachment-access.service.js';
import { AttachmentFiles, type StoredPart } from '../lookup/attachment-files.service.js';
import { PARTS } from '../lookup/attachments.queries.js';
import { partBytes, partCount } from '../rules/attachment-limits.js';
import { HOLD_SESSION, RECORD_PART } from './parts.queries.js';
import type { AttachmentPartResponse } from './parts.response.js';

/** Stores the parts of a file, sealed as they arrive (support-attachments section 3). */
@Injectable()
export class AttachmentParts {
  private readonly logger = new Logger(AttachmentParts.name);

  constructor(
    private readonly access: AttachmentAccess,
    private readonly stores: TenantStores,
    private readonly files: AttachmentFiles,
    private readonly clock: Clock,
  ) {}

  /**
   * @param n the number of the part, as in the path
   * @param body read once, as fast as the file store takes it
   * @throws 404, 409 for a session that has ended, 422 for a part of another size, 503
   */
  async put(
    auth: AuthContext,
    ticketId: string,
    attachmentId: string,
    n: string,
    body: AsyncIterable<Buffer>,
  ): Promise<AttachmentPartResponse> {
    const { row } = await this.access.findOwn(auth, ticketId, attachmentId);
    const number = /^[1-9]\d{0,3}$/.test(n) ? Number(n) : 0;
    const bytes = partBytes(row.bytes, number);
    if (bytes === null) throw noSuchPart(partCount(row.bytes));
    const sealedKey = row.file_key_encrypted;
    if (row.state !== 'session_open' || row.expires_at <= this.clock.now() || sealedKey === null)
      throw sessionEnded();
    const part = await this.files.putPart(auth, attachmentId, sealedKey, number, ofSize(body, bytes));
    const recorded = await this.record(auth, attachmentId, part).catch(async (error: unknown) => {
      await this.discard(part);
      throw error;
    });
    if (recorded.replaced !== null) await this.discard({ object_name: recorded.replaced });
    return { attachment_id: attachmentId, part: number, bytes, parts_received: recorded.received };
  }

  private record(
    auth: AuthContext,
    attachmentId: string,
    { part_number: number, object_name: name, bytes }: StoredPart,
  ): Promise<{ readonly replaced: string | null; readonly received: readonly number[] }> {
    return this.stores.transaction(auth, async (tx) => {
      const held = await tx.query(HOLD_SESSION, [attachmentId, this.clock.now()]);
      if (held.length === 0) throw sessionEnded();
      const [recorded] = await tx.query<{ replaced: string | null }>(RECORD_PART, [
        ...[attachmentId, number, name, bytes],
      ]);
      const parts = await tx.query<StoredPart>(PARTS, [attachmentId]);
      return {
        replaced: recorded!.replaced,
        received: parts.map(({ part_number: received }) => received),
      };
    });
  }

  /** An object that cannot be deleted now is deleted with its file at the latest. */
  private async discard(part: Pick<StoredPart, 'object_name'>): Promise<void> {
    await this.files.deletePart(part).catch((error: unknown) => {
      this.logger.warn({ msg: 'part of an attachment not deleted', reason: reasonOf(error) });
    });
  }
}

const noSuchPart = (count: number): PlatformError =>
  unprocessable({
    loc: ['path', 'n'],
    message: `must be ${count === 1 ? '1' : `a number from 1 to ${count}`}, by the announced bytes`,
    type: 'part_unknown',
  });

const sessionEnded = (): PlatformError =>
  new PlatformError(CATALOGUE.blocked, { blockReason: 'session_ended' });

/** @throws 422 for a body of another size, 400 for one that ends early */
async function* ofSize(body: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  const other = (): PlatformError =>
    unprocessable({ loc: ['body'], message: `must have ${bytes} bytes`, type: 'part_size' });
  let received = 0;
  try {
    for await (const chunk of body) {
      received += chunk.length;
      if (received > bytes) throw other();
      yield chunk;
    }
  } catch (error) {
    // The connection was closed before its end.
    if (!(error instanceof PlatformError)) throw new PlatformError(CATALOGUE.invalidJson, { cause: error });
    throw error;
  }
  if (received < bytes) throw other();
}
