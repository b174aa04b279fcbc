import { Injectable } from '@nestjs/common';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { TicketReader } from '../rules/reader.policy.js';
import { referenceOf } from '../rules/reference.policy.js';
import { placeOfSubject } from './sealed-places.js';
import type { ReadTicket } from './ticket-access.service.js';
import { TicketPeople } from './ticket-people.service.js';
import type { TicketPerson, TicketResponse, TicketSavedResponse } from './ticket.response.js';
import type { TicketRow } from './tickets.queries.js';

/** Includes the number of the ticket, so that the etag of another ticket never matches. */
export const ticketEtag = ({
  ticket_number: number,
  revision,
}: Pick<TicketRow, 'ticket_number' | 'revision'>): string => `${number}-${revision}`;

type SavedRow = Pick<
  TicketRow,
  'ticket_id' | 'ticket_number' | 'status' | 'updated_at' | 'first_response_due_at' | 'revision'
>;

/** The answer to a change. */
export const savedTicket = (row: SavedRow): TicketSavedResponse => ({
  ticket_id: row.ticket_id,
  reference: referenceOf(row.ticket_number),
  status: row.status,
  updated_at_utc: row.updated_at.toISOString(),
  first_response_due_at_utc: row.first_response_due_at.toISOString(),
  etag: ticketEtag(row),
});

/** Shows tickets to a reader (support 1.4). */
@Injectable()
export class ShownTickets {
  constructor(
    private readonly sealed: SealedTexts,
    private readonly people: TicketPeople,
  ) {}

  /** @throws 503 while a key is unavailable */
  async of(auth: AuthContext, reader: TicketReader, rows: readonly ReadTicket[]): Promise<TicketResponse[]> {
    const [named, subjects] = await Promise.all([
      this.people.named(
        auth,
        rows.flatMap((row) => [row.requester, row.assignee]),
      ),
      Promise.all(
        rows.map((row) => this.sealed.open(auth, placeOfSubject(auth, row.ticket_id), row.subject_encrypted)),
      ),
    ]);
    return rows.map((row, at) => shown(reader, row, subjects[at] ?? null, named));
  }
}

function shown(
  { side }: TicketReader,
  row: ReadTicket,
  subject: string | null,
  named: (id: string) => TicketPerson,
): TicketResponse {
  const isStaff = side === 'staff';
  return {
    ...savedTicket(row),
    subject,
    category: row.category,
    priority: row.priority,
    project_id: row.project_id,
    requester: named(row.requester),
    assignee: row.assignee === null ? null : named(row.assignee),
    created_at_utc: row.created_at.toISOString(),
    first_responded_at_utc: row.first_responded_at?.toISOString() ?? null,
    solved_at_utc: row.solved_at?.toISOString() ?? null,
    comment_count: row.public_comments + (isStaff ? row.internal_comments : 0),
    attachment_count: row.attachments,
    related_call_count: row.related_calls,
    unread: (isStaff ? row.last_sequence : row.last_public_sequence) > row.read_sequence,
  };
}
