import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { CALL_LEASE_SECONDS, CallsChanged } from '../../call-records/call-records.events.js';
import { DialledCalls } from '../../campaigns/lookup/dialled-calls.service.js';
import { FREE_CALLS } from '../../capacity/rules/call-leases.queries.js';
import { askForSample } from '../../capacity/rules/sample-work.js';
import { useOf } from './live-calls.policy.js';
import { HOLD_CALLS, RAISE_PEAKS } from './live-calls.queries.js';

/**
 * Counts calls as they are reported (capacity section 3). They are never refused, so this waits for
 * no other request.
 */
@ListensInTransaction()
export class LiveCalls implements TransactionListener<CallsChanged> {
  readonly event = CallsChanged;

  constructor(
    private readonly dialled: DialledCalls,
    private readonly clock: Clock,
  ) {}

  async handle(tx: UnitOfWork, { calls }: CallsChanged): Promise<void> {
    const now = this.clock.now();
    const used = calls.map((call) => ({ ...call, use: useOf(call, now) }));
    const over = used.filter(({ use, isNew }) => use === 'none' && !isNew);
    if (over.length > 0) await tx.query(FREE_CALLS, [over.map(({ callId }) => callId)]);
    const held = used.filter(({ use }) => use !== 'none');
    if (held.length === 0) return;
    await tx.query(HOLD_CALLS, [
      held.map(({ callId }) => callId),
      held.map(({ projectId }) => projectId),
      held.map(({ direction }) => direction === 'inbound'),
      held.map(({ use }) => use === 'waiting'),
      CALL_LEASE_SECONDS,
    ]);
    // Runs after the statement that locks them. A concurrent report that names one of these calls
    // has either finished, and is seen here, or waits for this transaction and frees the call
    // itself (Capacity.countAsDials).
    const outbound = held.filter(({ direction }) => direction === 'outbound').map(({ callId }) => callId);
    const dialled = await this.dialled.among(tx, outbound);
    if (dialled.length > 0) await tx.query(FREE_CALLS, [dialled]);
    await tx.query(RAISE_PEAKS, [now]);
    await askForSample(tx, now);
  }
}
