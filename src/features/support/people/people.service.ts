import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import { TicketPeople } from '../lookup/ticket-people.service.js';
import type { TicketPerson } from '../lookup/ticket.response.js';
import { readerValues } from '../lookup/tickets.queries.js';
import { REQUESTERS } from './people.queries.js';
import type { SupportPeopleResponse } from './people.response.js';

/** The people for whom tickets can be searched, and to whom they can be assigned (support 5.7). */
@Injectable()
export class SupportPeople {
  constructor(
    private readonly access: TicketAccess,
    private readonly people: TicketPeople,
    private readonly stores: TenantStores,
  ) {}

  /** @throws 503 */
  async of(auth: AuthContext): Promise<SupportPeopleResponse> {
    const reader = await this.access.readerOf(auth);
    const values = readerValues(reader);
    const rows = await this.stores.read<{ requester: string }>(auth, { ...REQUESTERS, values });
    const ids = rows.map(({ requester }) => requester);
    const [named, assignees] = await Promise.all([
      this.people.named(auth, ids),
      reader.side === 'staff' ? this.people.staff(auth) : [],
    ]);
    return { requesters: byName(ids.map(named)), assignees: byName(assignees) };
  }
}

/** People without a name come last. */
const byName = (people: readonly TicketPerson[]): TicketPerson[] =>
  people.toSorted(
    (one, other) =>
      Number(one.display_name === null) - Number(other.display_name === null) ||
      (one.display_name ?? '').localeCompare(other.display_name ?? ''),
  );
