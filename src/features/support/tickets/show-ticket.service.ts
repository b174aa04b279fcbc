import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CALLER_REQUEST_READERS } from '../../../core/shared/roles.js';
import { ShownTickets } from '../lookup/shown-ticket.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import type { RequestOfTicket, TicketDetailResponse } from '../lookup/ticket.response.js';
import { REQUESTS_OF_TICKET } from './requests.queries.js';

interface RequestRow {
  readonly request_id: string;
  readonly tracking_number: number;
  readonly status: string;
}

/** Shows one ticket (support 1.4). */
@Injectable()
export class ShowTicketService {
  constructor(
    private readonly access: TicketAccess,
    private readonly tickets: ShownTickets,
    private readonly metadata: MetadataStore,
  ) {}

  /** @throws 404 for a ticket that the person does not see, 503 */
  async show(auth: AuthContext, ticketId: string): Promise<TicketDetailResponse> {
    const { row, reader } = await this.access.read(auth, ticketId, (_db, ticket, by) =>
      Promise.resolve({ row: ticket, reader: by }),
    );
    const [shown] = await this.tickets.of(auth, reader, [row]);
    const requests = CALLER_REQUEST_READERS.some((it) => it === auth.scope)
      ? await this.requestsOf(auth, shown!.reference)
      : null;
    return { ...shown!, caller_requests: requests };
  }

  private async requestsOf(auth: AuthContext, reference: string): Promise<RequestOfTicket[]> {
    const rows = await this.metadata.read(auth, (db) =>
      db.query<RequestRow>(REQUESTS_OF_TICKET, [reference]),
    );
    return rows.map((row) => ({
      request_id: row.request_id,
      tracking_id: `REQ-${String(row.tracking_number).padStart(4, '0')}`,
      status: row.status,
    }));
  }
}
