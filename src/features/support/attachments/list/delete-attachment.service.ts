import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../../core/database/unit-of-work/reservation.js';
import type { StoreReader } from '../../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../../core/shared/catalogue.js';
import { notFound, PlatformError } from '../../../../core/shared/platform-error.js';
import { Clock } from '../../../../core/time/clock.js';
import { AttachmentAccess } from '../lookup/attachment-access.service.js';
import type { AttachmentStatusResponse } from '../lookup/attachment.response.js';
import { endAttachment } from '../lookup/end-attachment.js';
import { shownStatus } from '../lookup/shown-attachments.service.js';
import { isDeleter } from '../rules/deletion-right.policy.js';
import { DEADLINES, type Deadlines } from '../scanning/scanning.queries.js';

/** Deletes files with their names and contents (support-attachments 7.1). */
@Injectable()
export class DeleteAttachment {
  constructor(
    private readonly access: AttachmentAccess,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 also for a person who may not delete it, 409 for an infected file, 503 */
  async delete(
    auth: AuthContext,
    ticketId: string,
    attachmentId: string,
    reservation: Reservation | null,
  ): Promise<AttachmentStatusResponse> {
    const { row, reader } = await this.access.find(auth, ticketId, attachmentId);
    if (!isDeleter(auth.scope, reader.person, row.uploaded_by)) throw notFound();
    return this.stores.transaction(auth, async (tx) => {
      const now = this.clock.now();
      const isEnded = await endAttachment(tx, attachmentId, {
        event: 'delete',
        deletedBy: reader.person,
        now,
      });
      // Another request may have deleted it meanwhile.
      if (!isEnded && (await stateOf(tx, attachmentId)) !== 'deleted')
        throw new PlatformError(CATALOGUE.blocked, { blockReason: 'infected' });
      return tx.complete(reservation, shownStatus({ ...row, state: 'deleted', reason: null, finding: null }));
    });
  }
}

async function stateOf(tx: StoreReader, attachmentId: string): Promise<string | null> {
  const [found] = await tx.query<Deadlines>(DEADLINES, [attachmentId]);
  return found?.state ?? null;
}
