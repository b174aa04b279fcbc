import { Injectable } from '@nestjs/common';
import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { PROOF_MS, WAYS_BACK } from '../rules/break-glass.policy.js';

/** The holders who are active administrators, have a passkey, and have proved it since an instant ($3). */
const COUNT_PROVED = namedQuery('break_glass_count_proved')`
    SELECT count(*)::integer AS proved
      FROM break_glass_holders h
      JOIN portal_users u ON u.user_id = h.user_id AND u.active
      JOIN portal_user_client_assignments a
        ON a.client_id = h.client_id AND a.data_env = h.data_env AND a.user_id = h.user_id
       AND a.active AND a.role = 'client_admin'
     WHERE h.client_id = $1 AND h.data_env = $2 AND h.proved_at >= $3
       AND EXISTS (
           SELECT FROM second_factors f
            WHERE f.user_id = h.user_id AND f.kind = 'webauthn' AND f.confirmed_at IS NOT NULL)`;

/** A change of the holders and what depends on them wait for each other, in all processes. */
export const LOCK_HOLDERS = namedQuery('break_glass_lock_holders')`
    SELECT pg_advisory_xact_lock(hashtextextended('break-glass holders ' || $1::text || ' ' || $2::text, 0))`;

/** Counts the ways back into a client whose directory fails (break-glass 2.4). */
@Injectable()
export class ProvedHolders {
  /**
   * The holders do not change before the end of the transaction.
   * @param db of the client; within the transaction that depends on the answer
   */
  async countProved(db: Pick<StoreReader, 'query'>, since: Date): Promise<number> {
    await db.query(LOCK_HOLDERS);
    const [row] = await db.query<{ proved: number }>(COUNT_PROVED, [since]);
    return row?.proved ?? 0;
  }

  /** Whether enough of them count now, with a proof of the last 30 days (break-glass 2.5). */
  async areEnough(db: Pick<StoreReader, 'query'>, now: Date): Promise<boolean> {
    return (await this.countProved(db, new Date(now.getTime() - PROOF_MS))) >= WAYS_BACK;
  }
}
