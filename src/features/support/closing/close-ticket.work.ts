import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { CLOSE_TICKET, type CloseTicket } from '../rules/close-ticket.js';
import { referenceOf } from '../rules/reference.policy.js';
import { TELL_SUPPORT } from '../rules/tell-support.js';
import { SUPPORT_ACTIONS } from '../support.audit.js';
import { CLOSE } from './closing.queries.js';

/** Closes tickets that stayed solved for seven days (support 3.4). */
@HandlesWork()
export class CloseTicketHandler implements WorkHandler<CloseTicket> {
  readonly kind = CLOSE_TICKET;

  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  async work(lease: WorkLease<CloseTicket>): Promise<void> {
    for (const { payload } of lease.items)
      await this.stores.transaction(lease.auth, async (tx) => {
        const { ticketId, solvedAt } = payload;
        const [closed] = await tx.query<{ ticket_number: number; revision: number }>(CLOSE, [
          ticketId,
          solvedAt,
          this.clock.now(),
        ]);
        // It was reopened; if it was solved again, that has its own work item.
        if (!closed) return;
        const { revision } = closed;
        await tx.enqueue(TELL_SUPPORT, { what: 'status', ticketId, status: 'closed', revision, by: null });
        const reference = referenceOf(closed.ticket_number);
        await tx.auditDone(SUPPORT_ACTIONS.closed, { ticket_id: ticketId, reference });
      });
  }
}
