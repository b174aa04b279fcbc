import { Injectable, Logger } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { permittedKinds, type PiiKind } from '../../../core/privacy/pii/pii-permission.policy.js';
import { unlockedRules, type ContentRules } from '../../../core/privacy/pii/pii-rules.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { factsOf, LOCK_UNLOCK, type UnlockRow } from '../lookup/unlock-rows.js';
import { takes, unlockState } from '../rules/unlock-state.policy.js';
import { UNLOCK_ACTIONS } from '../unlocks.audit.js';
import { APPROVED_UNLOCK, COUNT_LOOK } from './looks.queries.js';

/** The answers that an unlock opens (unlocks 3.1). */
export type LookedAt = 'detail' | 'transcript_txt' | 'transcript_pdf';

/** An unlock that shows a person more of a call than their role may see. */
export interface OpenUnlock {
  readonly unlockId: string;
  readonly callId: string;
  /** The kinds that the role may not see without it. */
  readonly opened: readonly PiiKind[];
  /** The rules of the call's project, extended by these kinds. */
  readonly rules: ContentRules;
}

/** Opens a call to a person with an approved unlock, and counts each view (unlocks section 3). */
@Injectable()
export class UnlockLooks {
  private readonly logger = new Logger(UnlockLooks.name);

  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /**
   * The unlock that opens something of the call to this person now; null if none does. Only the
   * answer that `record` has counted may show what it opens.
   * @param db of the tenant's store
   * @param rules of the call's project for the role
   */
  async find(
    db: StoreReader,
    { principal, scope }: AuthContext,
    callId: string,
    rules: ContentRules,
  ): Promise<OpenUnlock | null> {
    if (principal.kind !== 'bearer') return null;
    const own = permittedKinds(rules.permission);
    const opens = (kinds: readonly PiiKind[]): PiiKind[] =>
      permittedKinds(unlockedRules(rules, kinds).permission).filter((kind) => !own.includes(kind));
    // Without such a policy, which is the usual case, nothing is looked up.
    if (opens(permittedKinds(rules.unlockable)).length === 0) return null;
    const [row] = await db.query<UnlockRow>(APPROVED_UNLOCK, [callId, principal.id, scope]);
    if (!row || !takes(unlockState(factsOf(row), this.clock.now()), 'look')) return null;
    const opened = opens(row.kinds);
    if (opened.length === 0) return null;
    return { unlockId: row.unlock_id, callId, opened, rules: unlockedRules(rules, row.kinds) };
  }

  /**
   * Counts and audits one look before its answer is sent. Never rejects.
   * @returns whether the answer may show what the unlock opens: false if it is over by now or the
   *   look cannot be recorded
   */
  async record(auth: AuthContext, { unlockId, callId, opened }: OpenUnlock, at: LookedAt): Promise<boolean> {
    try {
      return await this.stores.transaction(auth, async (tx) => {
        const [row] = await tx.query<UnlockRow>(LOCK_UNLOCK, [callId, unlockId]);
        const now = this.clock.now();
        if (!row || !takes(unlockState(factsOf(row), now), 'look')) return false;
        const [counted] = await tx.query<{ looks: number }>(COUNT_LOOK, [unlockId, now]);
        await tx.auditDone(UNLOCK_ACTIONS.looked, {
          unlock_id: unlockId,
          call_id: callId,
          kinds: opened.join(' '),
          looked_at: at,
          look: counted!.looks,
        });
        return true;
      });
    } catch (error) {
      this.logger.warn({
        msg: 'a look cannot be recorded: the unlock opens nothing',
        reason: reasonOf(error),
      });
      return false;
    }
  }
}
