import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { ProjectVisibility, sees } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { CallRows } from '../../calls/lookup/call-rows.service.js';
import { attachCalls } from '../lookup/attach-calls.js';
import {
  COUNT_CALLS,
  DETACH_CALL,
  RELATED_CALLS,
  type RelatedCallRow,
} from '../lookup/related-calls.queries.js';
import { TicketAccess, type ReadTicket } from '../lookup/ticket-access.service.js';
import { TicketPeople } from '../lookup/ticket-people.service.js';
import { referenceOf } from '../rules/reference.policy.js';
import { SUPPORT_ACTIONS } from '../support.audit.js';
import { ticketClosed } from '../support.errors.js';
import type {
  AttachedCallsResponse,
  DetachedCallResponse,
  RelatedCallsResponse,
  ValidatedCallsResponse,
} from './related-calls.response.js';

/** The calls that a ticket is about (support section 9). */
@Injectable()
export class RelatedCalls {
  constructor(
    private readonly access: TicketAccess,
    private readonly stores: TenantStores,
    private readonly projects: ProjectVisibility,
    private readonly calls: CallRows,
    private readonly people: TicketPeople,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 503 */
  async list(auth: AuthContext, ticketId: string): Promise<RelatedCallsResponse> {
    const rows = await this.access.read(auth, ticketId, (db) =>
      db.query<RelatedCallRow>(RELATED_CALLS, [ticketId]),
    );
    const visible = await this.projects.visibleProjects(auth);
    const seen = rows.filter((row) => sees(visible, row.project_id));
    const [shown, named] = await Promise.all([
      this.calls.of(
        auth,
        seen.map((row) => ({ callId: row.call_id, projectId: row.project_id, startedAt: row.started_at })),
      ),
      this.people.named(
        auth,
        seen.map((row) => row.attached_by),
      ),
    ]);
    return {
      items: seen.map((row) => ({
        call_id: row.call_id,
        started_at_utc: row.started_at.toISOString(),
        attached_at_utc: row.attached_at.toISOString(),
        attached_by: named(row.attached_by),
        call: shown.get(row.call_id) ?? null,
      })),
      not_visible_count: rows.length - seen.length,
    };
  }

  /** @throws 404, 503 */
  async validate(
    auth: AuthContext,
    ticketId: string,
    callIds: readonly string[],
  ): Promise<ValidatedCallsResponse> {
    const rows = await this.access.read(auth, ticketId, (db) =>
      db.query<RelatedCallRow>(RELATED_CALLS, [ticketId]),
    );
    const attached = new Set(rows.map((row) => row.call_id));
    const places = await this.calls.places(auth, callIds);
    return {
      items: callIds.map((id) => ({
        call_id: id,
        state: !places.has(id) ? 'not_found' : attached.has(id) ? 'attached' : 'attachable',
      })),
    };
  }

  /** @throws 404, 409 for a closed ticket and for more calls than a ticket has, 503 */
  async attach(
    auth: AuthContext,
    ticketId: string,
    callIds: readonly string[],
    reservation: Reservation | null,
  ): Promise<AttachedCallsResponse> {
    const reader = await this.access.read(auth, ticketId, (_db, _ticket, by) => Promise.resolve(by));
    const places = await this.calls.places(auth, callIds);
    return this.stores.transaction(auth, async (tx) => {
      const ticket = await this.access.hold(tx, reader, ticketId);
      if (ticket.status === 'closed') throw ticketClosed();
      const by = { person: reader.person, now: this.clock.now() };
      const count = await attachCalls(tx, ticketId, [...places.values()], by);
      await this.audit(tx, ticket, { attached: places.size });
      return tx.complete(reservation, {
        items: callIds.map((id) => ({
          call_id: id,
          state: places.has(id) ? ('attached' as const) : ('not_found' as const),
        })),
        related_call_count: count,
      });
    });
  }

  /** @throws 404 also for a call that the person cannot see, 409 for a closed ticket, 503 */
  async detach(
    auth: AuthContext,
    ticketId: string,
    callId: string,
    reservation: Reservation | null,
  ): Promise<DetachedCallResponse> {
    const [reader, visible] = await Promise.all([
      this.access.readerOf(auth),
      this.projects.visibleProjects(auth),
    ]);
    return this.stores.transaction(auth, async (tx) => {
      const ticket = await this.access.hold(tx, reader, ticketId);
      const rows = await tx.query<RelatedCallRow>(RELATED_CALLS, [ticketId]);
      const row = rows.find((it) => it.call_id === callId && sees(visible, it.project_id));
      if (!row) throw notFound();
      if (ticket.status === 'closed') throw ticketClosed();
      await tx.query(DETACH_CALL, [ticketId, callId]);
      const [counted] = await tx.query<{ related_calls: number }>(COUNT_CALLS, [ticketId]);
      await this.audit(tx, ticket, { detached: 1 });
      return tx.complete(reservation, { call_id: callId, related_call_count: counted!.related_calls });
    });
  }

  private audit(tx: UnitOfWork, ticket: ReadTicket, change: Readonly<Record<string, number>>): Promise<void> {
    const { ticket_id, ticket_number: ticketNumber } = ticket;
    return tx.auditDone(SUPPORT_ACTIONS.callsChanged, {
      ticket_id,
      reference: referenceOf(ticketNumber),
      ...change,
    });
  }
}
