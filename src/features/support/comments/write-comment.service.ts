import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { ticketEtag } from '../lookup/shown-ticket.js';
import { SupportTexts } from '../lookup/support-texts.service.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import { prepareComment, writeComment } from '../lookup/write-comment.js';
import { referenceOf } from '../rules/reference.policy.js';
import { statusAfterComment } from '../rules/status.policy.js';
import { TELL_SUPPORT } from '../rules/tell-support.js';
import { refusedFields } from '../rules/ticket-faults.policy.js';
import { SUPPORT_ACTIONS } from '../support.audit.js';
import { ticketClosed } from '../support.errors.js';
import { COUNT_COMMENT } from './comments.queries.js';
import type { CommentRequest } from './comments.request.js';
import type { CommentSavedResponse } from './comments.response.js';

/** Writes comments, which move the status of their ticket (support 3.2, section 4). */
@Injectable()
export class WriteCommentService {
  constructor(
    private readonly access: TicketAccess,
    private readonly stores: TenantStores,
    private readonly texts: SupportTexts,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 422 for an internal comment by a customer, 409 for a closed ticket, 503 */
  async write(
    auth: AuthContext,
    ticketId: string,
    { text, visibility }: CommentRequest,
    reservation: Reservation | null,
  ): Promise<CommentSavedResponse> {
    // Before the keys are read: a foreign ticket is 404 even while they are unavailable.
    const reader = await this.access.read(auth, ticketId, (_db, _ticket, by) => Promise.resolve(by));
    const faults = refusedFields(reader, { visibility });
    if (faults.length > 0) throw unprocessable(...faults);
    const comment = prepareComment(await this.texts.prepare(auth), text, visibility);
    const { person: author, side } = reader;
    return this.stores.transaction(auth, async (tx) => {
      const row = await this.access.hold(tx, reader, ticketId);
      const status = statusAfterComment(row.status, side, visibility);
      if (status === null) throw ticketClosed();
      const now = this.clock.now();
      const sequence = row.last_sequence + 1;
      const isAnswer = side === 'staff' && visibility === 'public';
      await writeComment(tx, comment, { ticketId, sequence, author, side, now });
      const [counted] = await tx.query<{ revision: number }>(COUNT_COMMENT, [
        ...[ticketId, sequence, visibility, status],
        row.first_responded_at ?? (isAnswer ? now : null),
        now,
      ]);
      await tx.auditDone(SUPPORT_ACTIONS.commented, {
        ticket_id: ticketId,
        reference: referenceOf(row.ticket_number),
        comment_id: comment.commentId,
        visibility,
        status,
      });
      if (visibility === 'public')
        await tx.enqueue(TELL_SUPPORT, {
          what: 'comment',
          ticketId,
          commentId: comment.commentId,
          by: author,
          isAnswer,
        });
      return tx.complete(reservation, {
        ticket_id: ticketId,
        comment_id: comment.commentId,
        visibility,
        created_at_utc: now.toISOString(),
        personal_data_found: comment.personalData,
        ticket_status: status,
        ticket_etag: ticketEtag({ ...row, ...counted! }),
      });
    });
  }
}
