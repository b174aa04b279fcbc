import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { placeOf, type FoundCall } from '../../call-records/lookup/call-place.queries.js';
import { CALL_DIRECTION } from './call-lookup.queries.js';
import { CallLookup } from '../../call-records/lookup/call-lookup.service.js';

/** A call, and whether it is outbound. */
interface DirectedCall extends FoundCall {
  readonly isOutbound: boolean;
}

/** Looks up single calls for other features. */
@Injectable()
export class OutboundCalls {
  constructor(private readonly calls: CallLookup) {}

  /** Like CallLookup.read, but null for a call of which retention has left only the index entry. */
  read<T>(
    auth: AuthContext,
    callId: string,
    work: (db: StoreReader, call: DirectedCall) => Promise<T>,
  ): Promise<T | null> {
    return this.calls.read(auth, callId, async (db, found) => {
      const [row] = await db.query<{ direction: string }>(CALL_DIRECTION, placeOf(found));
      return row ? work(db, { ...found, isOutbound: row.direction === 'outbound' }) : null;
    });
  }
}
