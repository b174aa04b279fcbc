import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { CallsErased } from '../../call-records/call-records.events.js';
import { FORGET_UNLOCKS } from './listeners.queries.js';

/**
 * Ends the unlocks of a call, and deletes their notes together with its caller's data (unlocks
 * 3.4).
 */
@ListensInTransaction()
export class ForgetUnlocks implements TransactionListener<CallsErased> {
  readonly event = CallsErased;

  constructor(private readonly clock: Clock) {}

  async handle(tx: UnitOfWork, { callIds }: CallsErased): Promise<void> {
    await tx.query(FORGET_UNLOCKS, [callIds, this.clock.now()]);
  }
}
