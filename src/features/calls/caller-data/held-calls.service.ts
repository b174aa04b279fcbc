import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { LOCK_HOLDS } from './legal-holds.queries.js';

/** Lets other features check legal holds before they erase data that a call produced. */
@Injectable()
export class HeldCalls {
  /** Which of the calls are under legal hold, locked until the transaction ends. */
  async lockAmong(tx: StoreReader, callIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (callIds.length === 0) return new Set();
    const rows = await tx.query<{ callId: string; isHeld: boolean }>(LOCK_HOLDS, [callIds]);
    return new Set(rows.filter(({ isHeld }) => isHeld).map(({ callId }) => callId));
  }
}
