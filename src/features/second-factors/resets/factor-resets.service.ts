import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { SessionEnds } from '../../portal/entry/session-ends.service.js';
import { REMOVE_ALL_FACTORS } from '../lookup/factors.queries.js';
import { MfaPolicies } from '../lookup/mfa-policies.service.js';
import { refused } from '../rules/refusals.js';
import { SECOND_FACTOR_ACTIONS } from '../second-factors.audit.js';
import { FactorsReset, PasskeysRemoved } from '../second-factors.events.js';

/** Removes the factors of a person who has lost them (second-factors section 6). */
@Injectable()
export class FactorResets {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly policies: MfaPolicies,
    private readonly sessions: SessionEnds,
    private readonly events: TransactionEvents,
  ) {}

  /**
   * By another administrator, of a person whom they manage.
   * @returns how many factors
   * @throws 409 for oneself, and for a person with a role for another client or environment, whose
   *   protection this would end too
   */
  async byAdministrator(auth: AuthContext, userId: string): Promise<number> {
    if (userId === auth.principal.id) throw refused('own_account');
    if (await this.policies.hasRoleElsewhere(userId, auth)) throw refused('role_elsewhere');
    return this.reset(auth, userId);
  }

  /** Removes all factors and recovery codes, and ends the sessions of the person. */
  async reset(auth: AuthContext, userId: string): Promise<number> {
    const factors = await this.metadata.transaction(auth, async (tx) => {
      const [row] = await tx.query<{ factors: number }>(REMOVE_ALL_FACTORS, [userId]);
      const removed = row?.factors ?? 0;
      await this.events.publish(tx, new PasskeysRemoved(auth, userId));
      await this.events.publish(tx, new FactorsReset(userId));
      await tx.auditDone(SECOND_FACTOR_ACTIONS.reset, { user_id: userId, factors: removed });
      return removed;
    });
    await this.sessions.ofPerson(userId);
    return factors;
  }
}
