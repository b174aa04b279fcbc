import { Injectable } from '@nestjs/common';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { provedSince, WAYS_BACK } from '../rules/break-glass.policy.js';
import { refused } from '../rules/refusals.js';
import { COUNT_PROVED, FEWEST_WAYS_WITH, LOCK_HOLDERS } from './proved-holders.queries.js';

/** Counts the ways back into a client whose directory fails (break-glass 2.4). */
@Injectable()
export class ProvedHolders {
  constructor(private readonly clock: Clock) {}

  /**
   * Whether enough holders count now (break-glass 2.5). They do not change before the end of the
   * transaction.
   * @param db of the client; within the transaction that depends on the answer
   */
  async areEnough(db: Pick<StoreReader, 'query'>): Promise<boolean> {
    await db.query(LOCK_HOLDERS);
    const [row] = await db.query<{ proved: number }>(COUNT_PROVED, [provedSince(this.clock.now())]);
    return row!.proved >= WAYS_BACK;
  }

  /**
   * After a change of a person's role or passkeys. A directory and an operator are not refused:
   * alerts tell of it.
   * @throws 409 no_way_back if a client that requires single sign-on had the person as a way back,
   *   and too few are left
   */
  async assertEnoughAfter(tx: UnitOfWork, { principal }: AuthContext, userId: string): Promise<void> {
    if (principal.kind === 'system') return;
    const since = provedSince(this.clock.now());
    const [row] = await tx.query<{ proved: number | null }>(FEWEST_WAYS_WITH, [userId, since]);
    if ((row?.proved ?? WAYS_BACK) < WAYS_BACK) throw refused('no_way_back');
  }
}
