import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Cursors, type CursorBinding } from '../../../core/http/paging/cursor.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CallRows } from '../../calls/lookup/call-rows.service.js';
import { ShownTickets } from '../lookup/shown-ticket.js';
import { SupportTexts } from '../lookup/support-texts.service.js';
import { TicketAccess, type ReadTicket } from '../lookup/ticket-access.service.js';
import { readerValues } from '../lookup/tickets.queries.js';
import { numberOfReference } from '../rules/reference.policy.js';
import { UNSOLVED } from '../rules/words.js';
import { TICKETS_PAGE, TICKETS_PAGE_WITH_WORDS } from './search.queries.js';
import type { TicketSearchRequest } from './search.request.js';
import type { TicketSearchResponse } from './search.response.js';

/** Comes before every ticket. */
const NEWEST = [new Date('9999-12-31T00:00:00Z'), 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

/** Searches the tickets of a client (support section 5). */
@Injectable()
export class TicketSearch {
  constructor(
    private readonly access: TicketAccess,
    private readonly stores: TenantStores,
    private readonly texts: SupportTexts,
    private readonly tickets: ShownTickets,
    private readonly calls: CallRows,
    private readonly cursors: Cursors,
  ) {}

  /** @throws 400 for a cursor of another search, 503 */
  async search(auth: AuthContext, request: TicketSearchRequest): Promise<TicketSearchResponse> {
    const { page_size: size, cursor, client_id: _client, ...filter } = request;
    const binding: CursorBinding = { route: 'GET /v1/support/tickets', tenant: auth, filter };
    const [ms, id] = cursor === undefined ? [] : this.cursors.decode(binding, cursor);
    const after = cursor === undefined ? NEWEST : [new Date(Number(ms)), String(id)];
    const { text, call_id: callId, awaiting_you: awaiting } = filter;
    if (callId !== undefined && (await this.calls.places(auth, [callId])).size === 0) return { items: [] };
    const ticketNumber = text === undefined ? null : numberOfReference(text);
    const [reader, words] = await Promise.all([
      this.access.readerOf(auth),
      text === undefined || ticketNumber !== null ? null : this.texts.searched(auth, text),
    ]);
    const values = [
      ...readerValues(reader),
      ...after,
      ...conditionsOf(filter),
      ticketNumber,
      size + 1,
      callId ?? null,
      awaiting === 'true' ? reader.side : null,
      ...(words === null ? [] : [words.hashes, words.places, words.count]),
    ];
    const rows = await this.stores.read<ReadTicket>(auth, {
      ...(words === null ? TICKETS_PAGE : TICKETS_PAGE_WITH_WORDS),
      values,
    });
    const page = rows.slice(0, size);
    const last = rows.length > size ? page.at(-1) : undefined;
    return {
      items: await this.tickets.of(auth, reader, page),
      ...(last && {
        next_cursor: this.cursors.encode(binding, [last.updated_at.getTime(), last.ticket_id]),
      }),
    };
  }
}

const conditionsOf = (filter: Omit<TicketSearchRequest, 'page_size' | 'client_id' | 'cursor'>): unknown[] => {
  const { status } = filter;
  return [
    status === undefined ? null : status === 'unsolved' ? UNSOLVED : [status],
    filter.priority ?? null,
    filter.category ?? null,
    filter.project_id ?? null,
    filter.assignee ?? null,
    filter.requester ?? null,
    filter.updated_since_utc ?? null,
  ];
};
