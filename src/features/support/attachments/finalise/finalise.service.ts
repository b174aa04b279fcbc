import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../../core/database/unit-of-work/reservation.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../../core/shared/catalogue.js';
import { PlatformError } from '../../../../core/shared/platform-error.js';
import { Clock } from '../../../../core/time/clock.js';
import type { TicketStatus } from '../../rules/words.js';
import { markOf } from '../../support.audit.js';
import { ATTACHMENT_ACTIONS } from '../attachments.audit.js';
import { AttachmentAccess } from '../lookup/attachment-access.service.js';
import { AttachmentFiles, type StoredPart } from '../lookup/attachment-files.service.js';
import type { AttachmentStatusResponse } from '../lookup/attachment.response.js';
import {
  COUNT_ATTACHMENTS,
  HOLD_TICKET_OF,
  PARTS,
  type AttachmentRow,
} from '../lookup/attachments.queries.js';
import { shownStatus } from '../lookup/shown-attachments.service.js';
import { partCount, SCAN_WITHIN_MS } from '../rules/attachment-limits.js';
import { moveOf } from '../rules/attachment-state.policy.js';
import { SCAN_ATTACHMENT, SETTLE_ATTACHMENT } from '../scanning/attachment-work.js';
import { FINALISE } from './finalise.queries.js';

/** Completes uploads: the file is whole, and its scan is due (support-attachments 3.4). */
@Injectable()
export class FinaliseAttachment {
  constructor(
    private readonly access: AttachmentAccess,
    private readonly stores: TenantStores,
    private readonly files: AttachmentFiles,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 409 for missing parts or a file other than announced, 503 */
  async finalise(
    auth: AuthContext,
    ticketId: string,
    attachmentId: string,
    reservation: Reservation | null,
  ): Promise<AttachmentStatusResponse> {
    const { row, parts } = await this.access.findOwn(auth, ticketId, attachmentId);
    if (row.state === 'failed' || row.state === 'deleted') throw blocked('session_ended');
    const isOpen = moveOf(row.state, 'finalise') !== null;
    if (isOpen) await this.assertWhole(auth, row, parts);
    return this.stores.transaction(auth, async (tx) => {
      // A repeated request finds the file in the state that the first one caused.
      if (!isOpen) return tx.complete(reservation, shownStatus(row));
      const [ticket] = await tx.query<{ status: TicketStatus }>(HOLD_TICKET_OF, [attachmentId]);
      if (ticket?.status === 'closed') throw blocked('session_ended');
      const now = this.clock.now();
      const moved = await tx.query(FINALISE, [attachmentId, now]);
      if (moved.length === 0) throw blocked('session_ended');
      if (namesOf(await tx.query<StoredPart>(PARTS, [attachmentId])) !== namesOf(parts))
        throw blocked('parts_changed');
      await tx.query(COUNT_ATTACHMENTS, [attachmentId]);
      await tx.enqueue(SCAN_ATTACHMENT, { attachmentId });
      await tx.enqueue(
        SETTLE_ATTACHMENT,
        { attachmentId },
        { notBefore: new Date(now.getTime() + SCAN_WITHIN_MS) },
      );
      await tx.auditDone(ATTACHMENT_ACTIONS.attachmentFinalised, {
        attachment_id: attachmentId,
        ticket_id: ticketId,
        bytes: row.bytes,
        ...markOf(row.visibility),
      });
      return tx.complete(reservation, shownStatus({ ...row, state: 'uploaded' }));
    });
  }

  /** @throws 409 naming what is missing or different; the session stays open */
  private async assertWhole(
    auth: AuthContext,
    row: AttachmentRow,
    parts: readonly StoredPart[],
  ): Promise<void> {
    const {
      attachment_id: attachmentId,
      file_key_encrypted: sealedKey,
      bytes,
      fingerprint,
      expires_at: endsAt,
    } = row;
    if (sealedKey === null || endsAt <= this.clock.now()) throw blocked('session_ended');
    const arrived = new Set(parts.map(({ part_number: number }) => number));
    const missing = Array.from({ length: partCount(bytes) }, (_, index) => index + 1).filter(
      (number) => !arrived.has(number),
    );
    if (missing.length > 0)
      throw blocked('parts_missing', `These parts have not arrived: ${missing.join(', ')}. Send them.`);
    const content = await this.files.content(auth, attachmentId, sealedKey, parts);
    if (!(await this.files.isFile(auth, attachmentId, sealedKey, { content, fingerprint })))
      throw blocked(
        'sha256_differs',
        'The SHA-256 of the file does not match the announced one. Send its parts again.',
      );
  }
}

const blocked = (blockReason: string, message = CATALOGUE.blocked.message): PlatformError =>
  new PlatformError(CATALOGUE.blocked, { blockReason, message });

const namesOf = (parts: readonly StoredPart[]): string =>
  parts.map(({ object_name: name }) => name).join('\n');
