import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { CallsChanged, hasEnded } from '../../call-records/call-records.events.js';
import { CLOSE_SESSIONS } from './erasure.queries.js';

/** Ends the sessions of a call with the report that ends it (direct-input 5.4). */
@ListensInTransaction()
export class CloseSessionsOnCallEnd implements TransactionListener<CallsChanged> {
  readonly event = CallsChanged;

  async handle(tx: UnitOfWork, { calls }: CallsChanged): Promise<void> {
    // A call that was not known before has no session.
    const ended = calls.filter((call) => hasEnded(call) && !call.isNew).map(({ callId }) => callId);
    if (ended.length > 0) await tx.query(CLOSE_SESSIONS, [ended]);
  }
}
