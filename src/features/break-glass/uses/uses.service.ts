import { Injectable } from '@nestjs/common';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { SessionEnds } from '../../portal/entry/session-ends.service.js';
import { BREAK_GLASS_ACTIONS } from '../break-glass.audit.js';
import { placeOfReason } from '../lookup/sealed-reasons.js';
import { confirmationRefused, openingRefused, USE_MS, useState } from '../rules/break-glass.policy.js';
import { refused } from '../rules/refusals.js';
import { UseEvents } from './use-events.service.js';
import { isOpened, UseRows, type OpenedUse, type UseRow } from '../lookup/use-rows.js';
import {
  ACTS_OF_USE,
  CLOSE_USE,
  CONFIRM_USE,
  COUNT_USES,
  FIND_USE,
  HOLD_USE,
  LIST_USES,
  OPEN_USE,
} from './uses.queries.js';
import type { UseResponse } from '../rules/use.response.js';
import type { UseReportResponse, UsesResponse } from './uses.response.js';

interface ActRow {
  /** In the format that JSON uses. */
  readonly occurred_at: string;
  readonly action: string;
  readonly outcome: string;
  readonly metadata: Record<string, unknown>;
}

/** The use of break-glass by a holder: one hour, notified immediately and confirmed afterwards (break-glass sections 3, 4). */
@Injectable()
export class UsesService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
    private readonly rows: UseRows,
    private readonly events: UseEvents,
    private readonly ends: SessionEnds,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens the use of the caller's own sign-in for an hour, and tells every administrator.
   * @throws 409 for another session, for one that was opened before, and five minutes after the
   *   sign-in; 503 if the reason cannot be sealed
   */
  async open(auth: AuthContext, reason: string, reservation: Reservation | null): Promise<UseResponse> {
    const useId = useOf(auth);
    if (useId === null) throw refused('not_in_use');
    const key = await this.keys.current(auth, 'encryption');
    const opened = await this.metadata.transaction(auth, async (tx) => {
      const now = this.clock.now();
      const before = await hold(tx, useId);
      // The person is no longer a holder.
      if (before.closed_at !== null) throw refused('not_open');
      const refusal = openingRefused({ signedInAt: before.signed_in_at, openedAt: before.opened_at }, now);
      if (refusal !== null) throw refused(refusal);
      const sealed = sealField(key, placeOfReason(auth, useId), reason);
      const endsAt = new Date(now.getTime() + USE_MS);
      await tx.query(OPEN_USE, [useId, now, endsAt, sealed]);
      await tx.auditDone(BREAK_GLASS_ACTIONS.opened, { use_id: useId, ends_at_utc: endsAt.toISOString() });
      await this.events.opened(tx, auth, { useId, now, endsAt });
      return tx.complete(reservation, await this.shown(tx, auth, useId));
    });
    await this.ends.ofBreakGlassUseAt(useId, new Date(opened.ends_at_utc));
    return opened;
  }

  /**
   * Closes a use, and ends its session within a second.
   * @param named the use; undefined: that of the caller's own session
   * @throws 404, 409 for a use that is not open
   */
  async close(
    auth: AuthContext,
    named: string | undefined,
    reservation: Reservation | null,
  ): Promise<UseResponse> {
    const useId = named ?? useOf(auth);
    if (useId === null) throw refused('not_in_use');
    const closed = await this.metadata.transaction(auth, async (tx) => {
      const now = this.clock.now();
      const before = await holdOpened(tx, useId);
      const state = useState({ endsAt: before.ends_at, closedAt: before.closed_at }, now);
      if (state !== 'open') throw refused('not_open');
      await tx.query(CLOSE_USE, [useId, now, auth.principal.id]);
      await tx.auditDone(BREAK_GLASS_ACTIONS.closed, { use_id: useId });
      return tx.complete(reservation, await this.shown(tx, auth, useId));
    });
    await this.ends.ofBreakGlassUse(useId);
    return closed;
  }

  /**
   * Confirms a use that has ended; its alert ends.
   * @throws 404, 409 for the caller's own use, an open one and one that was confirmed before
   */
  confirm(auth: AuthContext, useId: string, reservation: Reservation | null): Promise<UseResponse> {
    return this.metadata.transaction(auth, async (tx) => {
      const now = this.clock.now();
      const {
        holder_id: holderId,
        ends_at: endsAt,
        closed_at: closedAt,
        confirmed_at: confirmedAt,
      } = await holdOpened(tx, useId);
      const state = useState({ endsAt, closedAt }, now);
      const refusal = confirmationRefused({ holderId, state, confirmedAt }, auth.principal.id);
      if (refusal !== null) throw refused(refusal);
      await tx.query(CONFIRM_USE, [useId, now, auth.principal.id]);
      await tx.auditDone(BREAK_GLASS_ACTIONS.confirmed, { use_id: useId });
      return tx.complete(reservation, await this.shown(tx, auth, useId));
    });
  }

  async list(auth: AuthContext, page: number, size: number): Promise<UsesResponse> {
    const [rows, [count]] = await this.metadata.read(auth, (db) =>
      Promise.all([
        db.query<OpenedUse>(LIST_USES, [size, rowsBefore(page, size)]),
        db.query<{ total: number }>(COUNT_USES),
      ]),
    );
    return {
      items: await Promise.all(rows.map((row) => this.rows.shown(auth, row))),
      pagination: paginationOf(page, size, count!.total),
    };
  }

  /**
   * A use, with a page of what was done during it.
   * @throws 404
   */
  async report(auth: AuthContext, useId: string, page: number, size: number): Promise<UseReportResponse> {
    if (!isGivenId(useId)) throw notFound();
    const [[row], [acts]] = await this.metadata.read(auth, (db) =>
      Promise.all([
        db.query<OpenedUse>(FIND_USE, [useId]),
        db.query<{ total: number; page: ActRow[] }>(ACTS_OF_USE, [useId, size, rowsBefore(page, size)]),
      ]),
    );
    if (!row) throw notFound();
    return {
      ...(await this.rows.shown(auth, row)),
      acts: acts!.page.map(
        ({ occurred_at, action, outcome, metadata: { break_glass_id: _, ...details } }) => ({
          occurred_at_utc: new Date(occurred_at).toISOString(),
          action,
          outcome,
          details,
        }),
      ),
      pagination: paginationOf(page, size, acts!.total),
    };
  }

  private async shown(tx: UnitOfWork, auth: AuthContext, useId: string): Promise<UseResponse> {
    return this.rows.shown(auth, await holdOpened(tx, useId));
  }
}

/**
 * The sign-in without a directory that began the caller's session; null if the caller signed in
 * otherwise.
 */
const useOf = ({ principal }: AuthContext): string | null =>
  principal.kind === 'bearer' ? principal.breakGlassId : null;

/** @throws 404 */
async function hold(tx: UnitOfWork, useId: string): Promise<UseRow> {
  if (!isGivenId(useId)) throw notFound();
  const [row] = await tx.query<UseRow>(HOLD_USE, [useId]);
  if (!row) throw notFound();
  return row;
}

/** @throws 404 also for a sign-in that was not opened */
async function holdOpened(tx: UnitOfWork, useId: string): Promise<OpenedUse> {
  const row = await hold(tx, useId);
  if (!isOpened(row)) throw notFound();
  return row;
}
