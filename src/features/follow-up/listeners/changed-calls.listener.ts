import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { CallsChanged, hasEnded } from '../../call-records/call-records.events.js';
import { FOLLOW_UP_BY_RULE } from './listeners.queries.js';

/** Opens a follow-up for calls that the client's settings name (follow-up 4.2). */
@ListensInTransaction()
export class FollowUpChangedCalls implements TransactionListener<CallsChanged> {
  readonly event = CallsChanged;

  constructor(private readonly clock: Clock) {}

  async handle(tx: UnitOfWork, { calls }: CallsChanged): Promise<void> {
    const ended = calls.filter(hasEnded);
    const known = calls.filter(({ isNew }) => !isNew);
    if (ended.length === 0 && known.length === 0) return;
    await tx.query(FOLLOW_UP_BY_RULE, [
      ended.map(({ callId }) => callId),
      ended.map(({ startedAt }) => startedAt),
      this.clock.now(),
      known.map(({ callId }) => callId),
    ]);
  }
}
