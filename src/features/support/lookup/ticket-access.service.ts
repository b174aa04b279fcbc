import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { readerOf, type TicketReader } from '../rules/reader.policy.js';
import { HOLD_TICKET, readerValues, VISIBLE_TICKET, type TicketRow } from './tickets.queries.js';

/** A ticket, and how far the reader has read its comments. */
export interface ReadTicket extends TicketRow {
  readonly read_sequence: number;
}

/** Finds the tickets that a person sees, and may therefore write to (support 2.5). */
@Injectable()
export class TicketAccess {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly stores: TenantStores,
  ) {}

  /** @throws 503 */
  async readerOf(auth: AuthContext): Promise<TicketReader> {
    const visible = await this.projects.visibleProjects(auth);
    return readerOf(auth, visible === 'all' ? [] : visible);
  }

  /**
   * Runs `work` in the transaction that found the ticket.
   * @throws 404 for a ticket that is absent, foreign or hidden, 503
   */
  async read<T>(
    auth: AuthContext,
    ticketId: string,
    work: (db: StoreReader, ticket: ReadTicket, reader: TicketReader) => Promise<T>,
  ): Promise<T> {
    const reader = await this.readerOf(auth);
    if (!isGivenId(ticketId)) throw notFound();
    return this.stores.read(auth, async (db) => {
      const [ticket] = await db.query<ReadTicket>(VISIBLE_TICKET, [...readerValues(reader), ticketId]);
      if (!ticket) throw notFound();
      return work(db, ticket, reader);
    });
  }

  /** Whether a person sees a ticket. @throws 503 */
  async sees(auth: AuthContext, ticketId: string): Promise<boolean> {
    const reader = await this.readerOf(auth);
    const values = [...readerValues(reader), ticketId];
    return (await this.stores.read<ReadTicket>(auth, { ...VISIBLE_TICKET, values })).length > 0;
  }

  /**
   * The ticket, locked until the transaction ends.
   * @param reader of `readerOf`, called before the transaction
   * @throws 404 as `read`
   */
  async hold(tx: StoreReader, reader: TicketReader, ticketId: string): Promise<ReadTicket> {
    if (!isGivenId(ticketId)) throw notFound();
    const [ticket] = await tx.query<ReadTicket>(HOLD_TICKET, [...readerValues(reader), ticketId]);
    if (!ticket) throw notFound();
    return ticket;
  }
}
