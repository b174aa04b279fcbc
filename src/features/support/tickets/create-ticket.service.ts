import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unprocessable } from '../../../core/shared/platform-error.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { CallRows } from '../../calls/lookup/call-rows.service.js';
import { attachCalls } from '../lookup/attach-calls.js';
import { FirstResponses } from '../lookup/first-responses.service.js';
import { savedTicket } from '../lookup/shown-ticket.js';
import { SupportTexts } from '../lookup/support-texts.service.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import type { TicketSavedResponse } from '../lookup/ticket.response.js';
import type { TicketRow } from '../lookup/tickets.queries.js';
import { keepNumbers, prepareComment, writeComment } from '../lookup/write-comment.js';
import { SUBJECT_ID } from '../rules/nil-id.js';
import { referenceOf } from '../rules/reference.policy.js';
import { firstStatus } from '../rules/status.policy.js';
import { refusedFields } from '../rules/ticket-faults.policy.js';
import { SUPPORT_ACTIONS } from '../support.audit.js';
import { INSERT_TICKET, NEXT_NUMBER, REPLACE_WORDS } from './tickets.queries.js';
import type { CreateTicketRequest } from './tickets.request.js';

/** Opens tickets (support section 3). */
@Injectable()
export class CreateTicketService {
  constructor(
    private readonly access: TicketAccess,
    private readonly projects: ProjectVisibility,
    private readonly stores: TenantStores,
    private readonly texts: SupportTexts,
    private readonly responses: FirstResponses,
    private readonly calls: CallRows,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a ticket with its number and its first comment.
   * @throws 422 for a category that the role may not choose, 404 for a project or a call that the
   *   person does not see, 503
   */
  async create(
    auth: AuthContext,
    request: CreateTicketRequest,
    reservation: Reservation | null,
  ): Promise<TicketSavedResponse> {
    const {
      subject,
      text,
      category,
      priority,
      project_id: projectId = null,
      call_ids: callIds = [],
    } = request;
    const now = this.clock.now();
    const [reader, texts, dueAt, calls] = await Promise.all([
      this.access.readerOf(auth),
      this.texts.prepare(auth),
      this.responses.dueAt(auth, priority, now),
      this.calls.places(auth, callIds),
    ]);
    const faults = refusedFields(reader, { category });
    if (faults.length > 0) throw unprocessable(...faults);
    if (projectId !== null && !(await this.projects.isVisible(auth, projectId))) throw notFound();
    if (calls.size < callIds.length) throw notFound();
    const ticketId = randomUUID();
    const { person: author, side } = reader;
    const comment = prepareComment(texts, text, 'public');
    const [sealed, words, numbers] = [
      texts.subject(ticketId, subject),
      texts.words(subject),
      texts.numbers(subject),
    ];
    const status = firstStatus(side);
    return this.stores.transaction(
      auth,
      async (tx) => {
        const [next] = await tx.query<{ last_number: number }>(NEXT_NUMBER);
        const [row] = await tx.query<TicketRow>(INSERT_TICKET, [
          ...[ticketId, next!.last_number, sealed, category, priority, status, projectId, author],
          ...[now, dueAt, side === 'staff' ? now : null],
        ]);
        await tx.query(REPLACE_WORDS, [ticketId, words]);
        await keepNumbers(tx, ticketId, SUBJECT_ID, numbers);
        await writeComment(tx, comment, { ticketId, sequence: 1, author, side, now });
        if (calls.size > 0) await attachCalls(tx, ticketId, [...calls.values()], { person: author, now });
        await auditCreated(tx, row!);
        return tx.complete(reservation, savedTicket(row!));
      },
      { serializeBy: 'support ticket number' },
    );
  }
}

const auditCreated = (tx: UnitOfWork, row: TicketRow): Promise<void> =>
  tx.auditDone(SUPPORT_ACTIONS.created, {
    ticket_id: row.ticket_id,
    reference: referenceOf(row.ticket_number),
    category: row.category,
    priority: row.priority,
    project_id: row.project_id,
  });
