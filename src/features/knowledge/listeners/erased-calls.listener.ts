import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { CallsErased } from '../../call-records/call-records.events.js';
import { FORGET_CALLS_IN_GAPS } from './listeners.queries.js';

/** Deletes the missing words of an erased call, together with its caller's data (knowledge 9.4). */
@ListensInTransaction()
export class ForgetCallsInGaps implements TransactionListener<CallsErased> {
  readonly event = CallsErased;

  async handle(tx: UnitOfWork, { callIds }: CallsErased): Promise<void> {
    await tx.query(FORGET_CALLS_IN_GAPS, [callIds]);
  }
}
