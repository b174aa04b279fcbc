import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuditAction } from '../../../core/shared/audit-event.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { CallLookup } from '../../call-records/lookup/call-lookup.service.js';
import { factsOf, LOCK_UNLOCK, savedUnlock, type UnlockRow } from '../lookup/unlock-rows.js';
import { TELL_UNLOCK } from '../rules/tell-unlock.js';
import { seesAll } from '../rules/callers.js';
import { takes, unlockState, type UnlockAct } from '../rules/unlock-state.policy.js';
import type { UnlockSavedResponse } from '../rules/unlock.response.js';
import type { UnlockDecision } from '../rules/words.js';
import { UNLOCK_ACTIONS } from '../unlocks.audit.js';
import { UNLOCK_ERRORS } from '../unlocks.errors.js';
import { DECIDE_UNLOCK, END_UNLOCK } from './decisions.queries.js';

/** The unlock that a request's path names. */
export interface UnlockPlace {
  readonly callId: string;
  readonly unlockId: string;
}

/** Decides on unlocks and ends them (unlocks 2.2 to 2.4). */
@Injectable()
export class UnlockDecisions {
  constructor(
    private readonly calls: CallLookup,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /**
   * The one decision on a request; the second of two at once is 409.
   * @throws 404, 409 for one's own request and for one that no longer waits, 503
   */
  decide(
    auth: AuthContext,
    place: UnlockPlace,
    decision: UnlockDecision,
    reservation: Reservation | null,
  ): Promise<UnlockSavedResponse> {
    return this.change(auth, place, reservation, async (tx, row, now) => {
      if (row.requested_by === auth.principal.id) throw new PlatformError(UNLOCK_ERRORS.ownRequest);
      requireTaken(row, decision === 'approved' ? 'approve' : 'deny', now);
      const { unlockId } = place;
      await audit(tx, UNLOCK_ACTIONS[decision], row);
      await tx.enqueue(TELL_UNLOCK, { ...place, what: decision });
      return tx.query<UnlockRow>(DECIDE_UNLOCK, [unlockId, decision, now, auth.principal.id]);
    });
  }

  /**
   * Ends an unlock that is not over: the person's own, or any one by an administrator.
   * @throws 404, 409 for one that is over, 503
   */
  end(auth: AuthContext, place: UnlockPlace, reservation: Reservation | null): Promise<UnlockSavedResponse> {
    return this.change(auth, place, reservation, async (tx, row, now) => {
      if (!seesAll(auth) && row.requested_by !== auth.principal.id) throw notFound();
      requireTaken(row, 'end', now);
      await audit(tx, UNLOCK_ACTIONS.ended, row);
      return tx.query<UnlockRow>(END_UNLOCK, [place.unlockId, now, auth.principal.id]);
    });
  }

  private async change(
    auth: AuthContext,
    { callId, unlockId }: UnlockPlace,
    reservation: Reservation | null,
    write: (tx: UnitOfWork, row: UnlockRow, now: Date) => Promise<UnlockRow[]>,
  ): Promise<UnlockSavedResponse> {
    if (!isGivenId(unlockId) || (await this.calls.find(auth, callId)) === null) throw notFound();
    return this.stores.transaction(auth, async (tx) => {
      const [row] = await tx.query<UnlockRow>(LOCK_UNLOCK, [callId, unlockId]);
      if (!row) throw notFound();
      const now = this.clock.now();
      const [changed] = await write(tx, row, now);
      return tx.complete(reservation, savedUnlock(changed!, now));
    });
  }
}

function requireTaken(row: UnlockRow, act: UnlockAct, now: Date): void {
  if (!takes(unlockState(factsOf(row), now), act)) throw new PlatformError(UNLOCK_ERRORS.settled);
}

const audit = (tx: UnitOfWork, action: AuditAction, row: UnlockRow): Promise<void> =>
  tx.auditDone(action, {
    unlock_id: row.unlock_id,
    call_id: row.call_id,
    kinds: row.kinds.join(' '),
    requested_by: row.requested_by,
    looks: row.looks,
  });
