import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Cursors, type CursorBinding } from '../../../core/http/paging/cursor.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { placeOfComment } from '../lookup/sealed-places.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import { TicketPeople } from '../lookup/ticket-people.service.js';
import { markRead } from '../lookup/write-comment.js';
import { mayRedact } from '../rules/texts/redaction-right.policy.js';
import { COMMENTS_PAGE, type CommentRow } from './comments.queries.js';
import type { CommentsRequest } from './comments.request.js';
import type { CommentsResponse } from './comments.response.js';

/** Lists the comments of a ticket, which counts as reading them (support 4.2, 5.3). */
@Injectable()
export class CommentsService {
  constructor(
    private readonly access: TicketAccess,
    private readonly stores: TenantStores,
    private readonly sealed: SealedTexts,
    private readonly people: TicketPeople,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 400 for a cursor of another list, 503 */
  async list(
    auth: AuthContext,
    ticketId: string,
    { page_size: size, cursor }: CommentsRequest,
  ): Promise<CommentsResponse> {
    const binding: CursorBinding = {
      route: 'GET /v1/support/tickets/{ticket_id}/comments',
      tenant: auth,
      filter: { ticketId },
    };
    // A cursor can be decoded, and a sequence would reveal internal comments to customers.
    const after = cursor === undefined ? null : String(this.cursors.decode(binding, cursor)[0]);
    const { rows, readUpTo } = await this.access.read(auth, ticketId, async (db, ticket, { side }) => ({
      readUpTo: ticket.read_sequence,
      rows: await db.query<CommentRow>(COMMENTS_PAGE, [ticketId, after, side === 'staff', size + 1]),
    }));
    const page = rows.slice(0, size);
    const last = page.at(-1);
    if (last && last.sequence > readUpTo)
      await this.stores.transaction(auth, (tx) => markRead(tx, ticketId, auth.principal.id, last.sequence));
    const [named, texts] = await Promise.all([
      this.people.named(
        auth,
        page.map(({ author }) => author),
      ),
      Promise.all(
        page.map((row) => this.sealed.open(auth, placeOfComment(auth, row.comment_id), row.text_encrypted)),
      ),
    ]);
    const now = this.clock.now();
    return {
      items: page.map((row, at) => ({
        comment_id: row.comment_id,
        visibility: row.visibility,
        text: texts[at] ?? null,
        author: named(row.author),
        created_at_utc: row.created_at.toISOString(),
        redacted: row.redacted_at !== null,
        personal_data_found: row.personal_data_found,
        redactable:
          row.redacted_at === null && mayRedact(auth, { author: row.author, createdAt: row.created_at }, now),
      })),
      ...(last && rows.length > size && { next_cursor: this.cursors.encode(binding, [last.comment_id]) }),
    };
  }
}
