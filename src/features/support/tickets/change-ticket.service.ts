import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { requireRead } from '../../../core/http/etag/require-read.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unprocessable } from '../../../core/shared/platform-error.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { FirstResponses } from '../lookup/first-responses.service.js';
import { savedTicket, ticketEtag } from '../lookup/shown-ticket.js';
import { SupportTexts, type StoredTexts } from '../lookup/support-texts.service.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import { TicketPeople } from '../lookup/ticket-people.service.js';
import type { TicketSavedResponse } from '../lookup/ticket.response.js';
import type { TicketRow } from '../lookup/tickets.queries.js';
import { keepNumbers } from '../lookup/write-comment.js';
import { CLOSE_TICKET } from '../rules/close-ticket.js';
import { SUBJECT_ID } from '../rules/nil-id.js';
import type { TicketReader } from '../rules/reader.policy.js';
import { referenceOf } from '../rules/reference.policy.js';
import { CLOSES_AFTER_MS, mayMove } from '../rules/status.policy.js';
import { TELL_SUPPORT } from '../rules/tell-support.js';
import { refusedFields } from '../rules/ticket-faults.policy.js';
import { SUPPORT_ACTIONS } from '../support.audit.js';
import { notMovable, ticketClosed } from '../support.errors.js';
import { CHANGE_TICKET, FORGET_NUMBERS, REPLACE_WORDS } from './tickets.queries.js';
import type { ChangeTicketRequest } from './tickets.request.js';

/** A change, with the guard of its sender. */
export interface TicketChange {
  readonly request: ChangeTicketRequest;
  readonly ifMatch: string | undefined;
  readonly reservation: Reservation | null;
}

/** Loaded before the transaction. */
interface Prepared {
  readonly reader: TicketReader;
  readonly texts: StoredTexts | null;
  readonly dueAt: Date | null;
}

/** Changes the fields and the status of a ticket (support 3.3, 3.5). */
@Injectable()
export class ChangeTicketService {
  constructor(
    private readonly access: TicketAccess,
    private readonly projects: ProjectVisibility,
    private readonly stores: TenantStores,
    private readonly texts: SupportTexts,
    private readonly people: TicketPeople,
    private readonly responses: FirstResponses,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws 404, 422 for a field that the role may not send and for an assignee who is not of staff,
   *   428 without If-Match, 409 for a stale one and for a move that is not allowed, 503
   */
  async change(auth: AuthContext, ticketId: string, change: TicketChange): Promise<TicketSavedResponse> {
    const { request, ifMatch, reservation } = change;
    const prepared = await this.prepare(auth, ticketId, request);
    return this.stores.transaction(auth, async (tx) => {
      const row = await this.access.hold(tx, prepared.reader, ticketId);
      requireRead('ticket', ticketEtag(row), ifMatch);
      const { status = row.status } = request;
      if (row.status === 'closed') throw ticketClosed();
      if (!mayMove(row.status, prepared.reader.side, status)) throw notMovable();
      const saved = await this.write(tx, row, request, prepared);
      const answer = savedTicket(saved);
      return tx.complete(reservation, answer, { ETag: quotedEtag(answer.etag) });
    });
  }

  private async prepare(
    auth: AuthContext,
    ticketId: string,
    { subject, category, priority, project_id: projectId, assignee }: ChangeTicketRequest,
  ): Promise<Prepared> {
    const { row, reader } = await this.access.read(auth, ticketId, (_db, ticket, by) =>
      Promise.resolve({ row: ticket, reader: by }),
    );
    const faults = refusedFields(reader, {
      ...(category !== undefined && category !== row.category && { category }),
      ...(assignee !== undefined && { assignee }),
    });
    if (faults.length > 0) throw unprocessable(...faults);
    if (assignee && assignee !== row.assignee) await this.people.assertIsStaff(auth, 'assignee', assignee);
    if (projectId && projectId !== row.project_id && !(await this.projects.isVisible(auth, projectId)))
      throw notFound();
    const isAnswered = row.first_responded_at !== null;
    return {
      reader,
      texts: subject === undefined ? null : await this.texts.prepare(auth),
      dueAt:
        priority === undefined || isAnswered
          ? null
          : await this.responses.dueAt(auth, priority, row.created_at),
    };
  }

  private async write(
    tx: UnitOfWork,
    row: TicketRow,
    request: ChangeTicketRequest,
    { reader, texts, dueAt }: Prepared,
  ): Promise<TicketRow> {
    const now = this.clock.now();
    const { ticket_id: ticketId } = row;
    const { subject, status = row.status } = request;
    if (subject !== undefined && texts !== null) {
      await tx.query(REPLACE_WORDS, [ticketId, texts.words(subject)]);
      await tx.query(FORGET_NUMBERS, [ticketId, SUBJECT_ID]);
      await keepNumbers(tx, ticketId, SUBJECT_ID, texts.numbers(subject));
    }
    const isSolvedNow = status === 'solved' && row.status !== 'solved';
    const [saved] = await tx.query<TicketRow>(CHANGE_TICKET, [
      ticketId,
      subject === undefined || texts === null ? row.subject_encrypted : texts.subject(ticketId, subject),
      request.category ?? row.category,
      request.priority ?? row.priority,
      status,
      request.project_id === undefined ? row.project_id : request.project_id,
      request.assignee === undefined ? row.assignee : request.assignee,
      dueAt ?? row.first_response_due_at,
      isSolvedNow ? now : status === 'solved' ? row.solved_at : null,
      now,
    ]);
    if (isSolvedNow) {
      const notBefore = new Date(now.getTime() + CLOSES_AFTER_MS);
      await tx.enqueue(CLOSE_TICKET, { ticketId, solvedAt: now.toISOString() }, { notBefore });
    }
    if (status !== row.status)
      await tx.enqueue(TELL_SUPPORT, {
        what: 'status',
        ticketId,
        status,
        revision: saved!.revision,
        by: reader.person,
      });
    await tx.auditDone(SUPPORT_ACTIONS.changed, {
      ticket_id: ticketId,
      reference: referenceOf(row.ticket_number),
      fields: Object.keys(request).toSorted().join(' '),
      from_status: row.status,
      status,
    });
    return saved!;
  }
}
