import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TicketAccess } from '../lookup/ticket-access.service.js';
import { readerValues } from '../lookup/tickets.queries.js';
import { CUSTOMER_BADGE, OPEN_TICKETS, STAFF_BADGE } from './counts.queries.js';
import type { SupportBadgeResponse, SupportOpenCountResponse } from './counts.response.js';

/** Counts the tickets that need a person (support 5.4, 5.5). */
@Injectable()
export class SupportCounts {
  constructor(
    private readonly access: TicketAccess,
    private readonly stores: TenantStores,
  ) {}

  /** @throws 503 */
  async badge(auth: AuthContext): Promise<SupportBadgeResponse> {
    const reader = await this.access.readerOf(auth);
    const [row] = await this.stores.read<{ unread: number; awaiting: number }>(auth, {
      ...(reader.side === 'staff' ? STAFF_BADGE : CUSTOMER_BADGE),
      values: readerValues(reader),
    });
    return { unread_count: row!.unread, awaiting_you_count: row!.awaiting };
  }

  /** @throws 503 */
  async open(auth: AuthContext): Promise<SupportOpenCountResponse> {
    const reader = await this.access.readerOf(auth);
    const values = readerValues(reader);
    const [row] = await this.stores.read<{ open: number }>(auth, { ...OPEN_TICKETS, values });
    return { open_count: row!.open };
  }
}
