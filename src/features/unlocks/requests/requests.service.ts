import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { CallLookup } from '../../call-records/lookup/call-lookup.service.js';
import { SealedNotes } from '../lookup/sealed-notes.js';
import { factsOf, savedUnlock, toUnlock, type UnlockRow } from '../lookup/unlock-rows.js';
import { TELL_UNLOCK } from '../rules/tell-unlock.js';
import { seesAll } from '../rules/callers.js';
import { requestFault, unlockableKinds } from '../rules/request.policy.js';
import { isOver, unlockState } from '../rules/unlock-state.policy.js';
import type { UnlockResponse, UnlockSavedResponse } from '../rules/unlock.response.js';
import { UNLOCK_ACTIONS } from '../unlocks.audit.js';
import { UNLOCK_ERRORS } from '../unlocks.errors.js';
import { HOLD_CALL, INSERT_UNLOCK, LOCK_REQUESTS, UNLOCK, UNLOCKS_OF_CALL } from './requests.queries.js';
import type { UnlockRequest } from './requests.request.js';
import type { UnlocksOfCallResponse } from './requests.response.js';

/** More than a person requests during the life of a call. */
const MOST_SHOWN = 100;

/** Requests unlocks of a call, and shows them (unlocks sections 1 and 2). */
@Injectable()
export class UnlockRequests {
  constructor(
    private readonly calls: CallLookup,
    private readonly permissions: PiiPermissions,
    private readonly stores: TenantStores,
    private readonly notes: SealedNotes,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws 404 for a call that this caller cannot see, 422 for kinds that the role may not unlock,
   *   409 for a call with an open unlock of the person and for one that was erased, 503
   */
  async ask(
    auth: AuthContext,
    callId: string,
    request: UnlockRequest,
    reservation: Reservation | null,
  ): Promise<UnlockSavedResponse> {
    const rules = await this.permissions.knownRules(auth);
    const call = await this.calls.find(auth, callId);
    if (call === null) throw notFound();
    const fault = requestFault(request, unlockableKinds(rules.of(call.projectId)));
    if (fault !== null) throw unprocessable(fault);
    const { kinds, reason_code: reason, note = null } = request;
    const { id: person } = auth.principal;
    const unlockId = randomUUID();
    const sealed = await this.notes.seal(auth, unlockId, note);
    return this.stores.transaction(auth, async (tx) => {
      await tx.query(LOCK_REQUESTS, [callId, person]);
      const [held] = await tx.query<{ erased_at: Date | null }>(HOLD_CALL, [callId]);
      if (!held) throw notFound();
      if (held.erased_at !== null) throw new PlatformError(UNLOCK_ERRORS.callErased);
      const now = this.clock.now();
      const own = await tx.query<UnlockRow>(UNLOCKS_OF_CALL, [callId, person, MOST_SHOWN]);
      if (own.some((row) => !isOver(unlockState(factsOf(row), now))))
        throw new PlatformError(UNLOCK_ERRORS.open);
      const values = [unlockId, callId, kinds, reason, sealed, now, person, auth.scope];
      const [row] = await tx.query<UnlockRow>(INSERT_UNLOCK, values);
      await tx.auditDone(UNLOCK_ACTIONS.requested, {
        unlock_id: unlockId,
        call_id: callId,
        kinds: kinds.join(' '),
        reason_code: reason,
        has_note: note !== null,
      });
      await tx.enqueue(TELL_UNLOCK, { callId, unlockId, what: 'requested' });
      return tx.complete(reservation, savedUnlock(row!, now));
    });
  }

  /** @throws 404 like `ask`, 503 */
  async list(auth: AuthContext, callId: string): Promise<UnlocksOfCallResponse> {
    const rules = await this.permissions.knownRules(auth);
    const values = [callId, seesAll(auth) ? null : auth.principal.id, MOST_SHOWN];
    const found = await this.calls.read(auth, callId, async (db, { projectId }) => ({
      projectId,
      rows: await db.query<UnlockRow>(UNLOCKS_OF_CALL, values),
    }));
    if (found === null) throw notFound();
    return {
      items: await Promise.all(found.rows.map((row) => this.shown(auth, row))),
      unlockable_kinds: unlockableKinds(rules.of(found.projectId)),
    };
  }

  /** @throws 404 like `ask`, and for another person's unlock that this caller may not see */
  async show(auth: AuthContext, callId: string, unlockId: string): Promise<UnlockResponse> {
    if (!isGivenId(unlockId)) throw notFound();
    const row = await this.calls.read(auth, callId, async (db) => {
      const [found] = await db.query<UnlockRow>(UNLOCK, [callId, unlockId]);
      return found ?? null;
    });
    if (row === null || !(seesAll(auth) || row.requested_by === auth.principal.id)) throw notFound();
    return this.shown(auth, row);
  }

  private async shown(auth: AuthContext, row: UnlockRow): Promise<UnlockResponse> {
    const note = await this.notes.open(auth, row.unlock_id, row.note_encrypted);
    return toUnlock(row, note, this.clock.now());
  }
}
