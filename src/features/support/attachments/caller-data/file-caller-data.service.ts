import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { inChunks } from '../../../../core/shared/in-chunks.js';
import { Clock } from '../../../../core/time/clock.js';
import { BY_ERASURE, endAttachment } from '../lookup/end-attachment.js';
import { FILES_WITH_NUMBER, FORGET_FILE_NAME } from './caller-data.queries.js';

const CHUNK = 20;

/** Deletes files of tickets that contain a caller's number (support-attachments 9.2). */
@Injectable()
export class FileCallerData {
  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes files from before an instant; it may be interrupted and run again.
   * @throws 503
   */
  async erase(auth: AuthContext, hashes: readonly Buffer[], before: Date): Promise<void> {
    if (hashes.length === 0) return;
    await inChunks(CHUNK, async (chunk) => {
      const values = [hashes, before, chunk];
      const found = await this.stores.read<{ attachment_id: string }>(auth, { ...FILES_WITH_NUMBER, values });
      // One at a time, because each locks its ticket.
      for (const { attachment_id: id } of found) await this.delete(auth, id);
      return found.length;
    });
  }

  private async delete(auth: AuthContext, id: string): Promise<void> {
    const now = this.clock.now();
    await this.stores.transaction(auth, async (tx) => {
      const isDeleted = await endAttachment(tx, id, { event: 'delete', deletedBy: BY_ERASURE, now });
      // Malware no longer has content, but still has a name.
      if (!isDeleted) await tx.query(FORGET_FILE_NAME, [id]);
    });
  }
}
