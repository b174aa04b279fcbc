import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { CallsErased } from '../../call-records/call-records.events.js';
import { FORGET_FOLLOW_UPS } from './listeners.queries.js';

/** Removes the follow-up of a call together with its caller's data (follow-up 5.1). */
@ListensInTransaction()
export class ForgetFollowUps implements TransactionListener<CallsErased> {
  readonly event = CallsErased;

  async handle(tx: UnitOfWork, { callIds }: CallsErased): Promise<void> {
    await tx.query(FORGET_FOLLOW_UPS, [callIds]);
  }
}
