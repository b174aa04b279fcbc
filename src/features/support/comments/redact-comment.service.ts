import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import { seesComment } from '../rules/reader.policy.js';
import { mayRedact } from '../rules/texts/redaction-right.policy.js';
import { referenceOf } from '../rules/reference.policy.js';
import { markOf, SUPPORT_ACTIONS } from '../support.audit.js';
import { SUPPORT_ERRORS } from '../support.errors.js';
import { COMMENT, REDACT_COMMENT, type CommentRow } from './comments.queries.js';
import type { CommentRedactedResponse } from './comments.response.js';

/** Removes the text of a comment permanently; its author and time stay (support 4.3). */
@Injectable()
export class RedactCommentService {
  constructor(
    private readonly access: TicketAccess,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 409 for a person who may not redact it, or no longer, 503 */
  async redact(
    auth: AuthContext,
    ticketId: string,
    commentId: string,
    reservation: Reservation | null,
  ): Promise<CommentRedactedResponse> {
    const reader = await this.access.readerOf(auth);
    return this.stores.transaction(auth, async (tx) => {
      const ticket = await this.access.hold(tx, reader, ticketId);
      if (!isGivenId(commentId)) throw notFound();
      const [row] = await tx.query<CommentRow>(COMMENT, [ticketId, commentId]);
      if (!row || !seesComment(reader, row.visibility)) throw notFound();
      const now = this.clock.now();
      if (!mayRedact(auth, { author: row.author, createdAt: row.created_at }, now))
        throw new PlatformError(SUPPORT_ERRORS.notRedactable);
      if (row.redacted_at === null) {
        await tx.query(REDACT_COMMENT, [ticketId, commentId, now, reader.person]);
        await tx.auditDone(SUPPORT_ACTIONS.redacted, {
          ticket_id: ticketId,
          reference: referenceOf(ticket.ticket_number),
          comment_id: commentId,
          ...markOf(row.visibility),
        });
      }
      return tx.complete(reservation, { comment_id: commentId, redacted: true });
    });
  }
}
