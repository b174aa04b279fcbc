import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ACTIVE_STATUSES, CALL_ID, type CallStatus } from '../../call-records/rules/call-vocabulary.js';
import { CALL_STATUS, HOLD_CALL } from './call-lookup.queries.js';

/** Tells other features whether a call is in progress before they attach something to it. */
@Injectable()
export class ActiveCalls {
  /**
   * Returns whether a call is in progress, and keeps it so: a report that ends it waits until the
   * transaction is over, and publishes CallsChanged after the transaction's writes.
   * @param tx of the tenant's store
   */
  async hold(tx: StoreReader, callId: string): Promise<'active' | 'not_active' | 'absent'> {
    // PostgreSQL would reject some texts that no id can have.
    if (!CALL_ID.test(callId)) return 'absent';
    const [place] = await tx.query<{ started_at_utc: Date }>(HOLD_CALL, [callId]);
    if (!place) return 'absent';
    const [call] = await tx.query<{ call_status: CallStatus }>(CALL_STATUS, [callId, place.started_at_utc]);
    if (!call) return 'absent';
    return ACTIVE_STATUSES.has(call.call_status) ? 'active' : 'not_active';
  }
}
