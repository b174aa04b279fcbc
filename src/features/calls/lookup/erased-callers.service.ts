import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { HOLD_ERASURES, IS_ERASED } from './erased-callers.queries.js';

/** Tells features that learn late which callers their data is about. */
@Injectable()
export class ErasedCallers {
  /**
   * Whether the data of one of these callers is erased. No erasure begins until the transaction
   * ends: a later one finds what it writes.
   * @param hashes of their numbers
   * @param at when the data began
   */
  async areAmong(tx: StoreReader, hashes: readonly Buffer[], at: Date): Promise<boolean> {
    if (hashes.length === 0) return false;
    // Two statements: the second one sees the erasure for which the first one waited.
    await tx.query(HOLD_ERASURES);
    const [row] = await tx.query<{ isErased: boolean }>(IS_ERASED, [hashes, at]);
    return row!.isErased;
  }
}
