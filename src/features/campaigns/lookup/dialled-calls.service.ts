import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { DIALLED_CALLS } from './dialled-calls.queries.js';

/** Tells other features which calls belong to dispatches. */
@Injectable()
export class DialledCalls {
  /** The calls that dispatches have named, including ended ones (dispatch section 5). */
  async among(db: StoreReader, callIds: readonly string[]): Promise<readonly string[]> {
    if (callIds.length === 0) return [];
    const rows = await db.query<{ callId: string }>(DIALLED_CALLS, [callIds]);
    return rows.map(({ callId }) => callId);
  }
}
