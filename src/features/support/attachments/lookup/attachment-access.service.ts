import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { notFound } from '../../../../core/shared/platform-error.js';
import { TicketAccess } from '../../lookup/ticket-access.service.js';
import type { TicketReader } from '../../rules/reader.policy.js';
import type { StoredPart } from './attachment-files.service.js';
import { LIST_ATTACHMENTS, PARTS, SEEN_ATTACHMENT, type AttachmentRow } from './attachments.queries.js';

export interface SeenAttachment {
  readonly row: AttachmentRow;
  readonly parts: readonly StoredPart[];
  readonly reader: TicketReader;
}

const valuesOf = (ticketId: string, { person, side }: TicketReader): unknown[] => [
  ticketId,
  person,
  side === 'staff',
];

/**
 * Determines which attachments a person sees: those of visible tickets, like their comments
 * (support-attachments 1.2).
 */
@Injectable()
export class AttachmentAccess {
  constructor(private readonly tickets: TicketAccess) {}

  /** @throws 404 for a hidden ticket, 503 */
  list(auth: AuthContext, ticketId: string): Promise<readonly AttachmentRow[]> {
    return this.tickets.read(auth, ticketId, (db, _ticket, reader) =>
      db.query<AttachmentRow>(LIST_ATTACHMENTS, valuesOf(ticketId, reader)),
    );
  }

  /** @throws 404 for a hidden ticket or attachment, 503 */
  find(auth: AuthContext, ticketId: string, attachmentId: string): Promise<SeenAttachment> {
    return this.tickets.read(auth, ticketId, async (db, _ticket, reader) => ({
      row: await seen(db, ticketId, reader, attachmentId),
      parts: await db.query<StoredPart>(PARTS, [attachmentId]),
      reader,
    }));
  }

  /**
   * The same for only its uploader, who sends its parts.
   * @throws 404 for others as well
   */
  async findOwn(auth: AuthContext, ticketId: string, attachmentId: string): Promise<SeenAttachment> {
    const found = await this.find(auth, ticketId, attachmentId);
    if (found.row.uploaded_by !== found.reader.person) throw notFound();
    return found;
  }
}

async function seen(
  db: StoreReader,
  ticketId: string,
  reader: TicketReader,
  attachmentId: string,
): Promise<AttachmentRow> {
  if (!isGivenId(attachmentId)) throw notFound();
  const [row] = await db.query<AttachmentRow>(SEEN_ATTACHMENT, [...valuesOf(ticketId, reader), attachmentId]);
  if (!row) throw notFound();
  return row;
}
