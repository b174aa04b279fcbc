import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ShownTickets } from '../lookup/shown-ticket.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import type { TicketResponse } from '../lookup/ticket.response.js';

/** Shows one ticket (support 1.4). */
@Injectable()
export class ShowTicketService {
  constructor(
    private readonly access: TicketAccess,
    private readonly tickets: ShownTickets,
  ) {}

  /** @throws 404 for a ticket that the person does not see, 503 */
  async show(auth: AuthContext, ticketId: string): Promise<TicketResponse> {
    const { row, reader } = await this.access.read(auth, ticketId, (_db, ticket, by) =>
      Promise.resolve({ row: ticket, reader: by }),
    );
    const [shown] = await this.tickets.of(auth, reader, [row]);
    return shown!;
  }
}
