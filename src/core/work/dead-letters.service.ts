import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../shared/auth-context.js';
import type { AuditAction } from '../shared/audit-event.js';
import type { NamedQuery } from '../database/unit-of-work/named-query.js';
import { TenantStores } from '../database/stores/tenant-stores.js';
import { DEAD_LETTERS, DROP_DEAD_LETTERS, RETRY_DEAD_LETTERS } from './dead-letters.queries.js';
import { WORK_ACTIONS } from './work.audit.js';

export interface DeadLetter {
  readonly kind: string;
  readonly item_id: string;
  readonly key: string | null;
  readonly payload: object;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly reason: string;
  readonly appended_at: Date;
  readonly died_at: Date;
}

/** Which dead letters of a tenant: all of a kind, or one of them. */
interface Choice {
  readonly kind: string;
  readonly itemId: string | null;
}

// An operator reads further ones by kind, or after handling some of these.
const MOST_LISTED = 1_000;

/** Operators' commands for work that failed too often (operations 4.8). */
@Injectable()
export class DeadLetters {
  constructor(private readonly stores: TenantStores) {}

  list(auth: AuthContext, kind: string | null): Promise<DeadLetter[]> {
    return this.stores.read<DeadLetter>(auth, { ...DEAD_LETTERS, values: [kind, MOST_LISTED] });
  }

  /**
   * Enqueues the chosen dead letters again, with a fresh number of attempts.
   * @returns how many there were
   */
  retry(auth: AuthContext, choice: Choice): Promise<number> {
    return this.decide(auth, choice, RETRY_DEAD_LETTERS, WORK_ACTIONS.retried);
  }

  /**
   * Deletes the chosen dead letters.
   * @returns how many there were
   */
  drop(auth: AuthContext, choice: Choice): Promise<number> {
    return this.decide(auth, choice, DROP_DEAD_LETTERS, WORK_ACTIONS.dropped);
  }

  private decide(
    auth: AuthContext,
    { kind, itemId }: Choice,
    statement: NamedQuery,
    action: AuditAction,
  ): Promise<number> {
    return this.stores.transaction(auth, async (tx) => {
      const items = (await tx.query<{ items: number }>(statement, [kind, itemId]))[0]?.items ?? 0;
      if (items > 0) await tx.auditDone(action, { kind, itemId, items });
      return items;
    });
  }
}
