import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { CallsErased } from '../../call-records/call-records.events.js';
import { AWAIT_INGEST } from '../../call-records/rules/erasure-lock.queries.js';
import {
  CALLS_TO_ERASE,
  CLOSE_ERASURE,
  ERASE_CALLS,
  ERASURE_RESULT,
  LOCK_CALLS,
  LOCK_ERASURE,
  OPEN_ERASURE,
  REMEMBER_ERASED,
} from './erasure.queries.js';

/** The person whose data is erased. */
export interface Erasure {
  /** Id of the caller request that requested the erasure. */
  readonly erasureId: string;
  /** Hashes of the number, one for each matching key. */
  readonly hashes: readonly Buffer[];
  /** When it was requested: later calls are not affected. */
  readonly before: Date;
}

export interface ErasureResult {
  readonly erased: number;
  /** Kept unchanged because of a legal hold. */
  readonly held: number;
}

/** A call's position in the order of an erasure. */
interface Place {
  readonly call_id: string;
  readonly started_at_utc: Date | '-infinity';
}

// This many calls take some tens of milliseconds: ingest waits at most this long for their entries,
// and a crashed worker loses at most this much work.
const BATCH = 500;

const FIRST: Place = { call_id: '', started_at_utc: '-infinity' };

/**
 * Erases a caller's data from calls (caller-requests section 11), in batches, each in its own
 * transaction. It may be interrupted anywhere and run again, even concurrently: an erased call is
 * no longer found.
 */
@Injectable()
export class CallerErasure {
  constructor(
    private readonly stores: TenantStores,
    private readonly events: TransactionEvents,
  ) {}

  /**
   * Begins an erasure, or continues it after a crash.
   * @param forMs after this time no further batch begins
   * @returns whether all of it is done
   */
  async run(auth: AuthContext, erasure: Erasure, forMs: number): Promise<boolean> {
    const until = performance.now() + forMs;
    await this.stores.transaction(auth, async (tx) => {
      await tx.query(AWAIT_INGEST);
      await tx.query(REMEMBER_ERASED, [erasure.hashes, erasure.before]);
      await tx.query(OPEN_ERASURE, [erasure.erasureId, erasure.before, randomBytes(32)]);
    });
    for (const hash of erasure.hashes) {
      for (let last: Place | null = FIRST; ;) {
        const from: Place = last;
        last = await this.stores.transaction(auth, (tx) => eraseBatch(tx, this.events, erasure, hash, from));
        if (last === null) break;
        if (performance.now() >= until) return false;
      }
    }
    return true;
  }

  /** Null if there is no such erasure, or it has ended. */
  async result(auth: AuthContext, { erasureId, hashes }: Erasure): Promise<ErasureResult | null> {
    const [row] = await this.stores.read<ErasureResult>(
      auth,
      { ...ERASURE_RESULT, values: [erasureId, hashes] },
      { isLong: true },
    );
    return row ?? null;
  }

  /**
   * Deletes the record of an erasure whose result is stored, unless it was requested again.
   * @param before the last request to which the result applies
   */
  async close(auth: AuthContext, { erasureId, before }: Omit<Erasure, 'hashes'>): Promise<void> {
    await this.stores.transaction(auth, (tx) => tx.query(CLOSE_ERASURE, [erasureId, before]));
  }
}

/** @returns the last call that was processed; null: there are no more, or the erasure has ended */
async function eraseBatch(
  tx: UnitOfWork,
  events: TransactionEvents,
  { erasureId, before }: Erasure,
  hash: Buffer,
  from: Place,
): Promise<Place | null> {
  const [erasure] = await tx.query<{ stand_in: Buffer }>(LOCK_ERASURE, [erasureId]);
  if (!erasure) return null;
  const found = await tx.query<Place>(CALLS_TO_ERASE, [
    hash,
    from.started_at_utc,
    from.call_id,
    before,
    BATCH,
  ]);
  if (found.length === 0) return null;
  const locked = await tx.query<Place>(LOCK_CALLS, [found.map((call) => call.call_id)]);
  const callIds = locked.map((call) => call.call_id);
  await tx.query(ERASE_CALLS, [
    callIds,
    locked.map((call) => call.started_at_utc),
    hash,
    erasure.stand_in,
    erasureId,
  ]);
  await events.publish(tx, new CallsErased(callIds));
  return found.length < BATCH ? null : found.at(-1)!;
}
