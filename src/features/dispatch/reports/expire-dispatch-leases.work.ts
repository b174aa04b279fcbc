import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { Capacity } from '../../capacity/slots/capacity.service.js';
import { LEASE_ENDS } from '../../campaigns/lookup/enqueue-leases.js';
import type { DialledCampaign } from '../rules/candidate.js';
import { afterEnd, standingOf } from '../rules/report.policy.js';
import { HOLD_CAMPAIGNS_OF_SILENT, LOCK_SILENT, NEXT_LEASE_END } from '../lookup/report.queries.js';
import type { OpenDispatch, SingleDispatch } from '../rules/reported-dispatch.js';
import { LOCK_SILENT_SINGLES, REFUSE_NOT_TAKEN } from '../lookup/single.queries.js';
import { saveDispatchStates } from './settlement.js';

// Per transaction; its locks are held for some tens of milliseconds.
const BATCH = 200;

/**
 * Ends dispatches without a report in time: the attempt counts as failed (dispatch 3.4). Single
 * calls that no runtime claimed in time are refused (dispatch 7.5).
 */
@HandlesWork()
export class ExpireDispatchLeases implements WorkHandler<Record<string, never>> {
  readonly kind = LEASE_ENDS;

  constructor(
    private readonly capacity: Capacity,
    private readonly clock: Clock,
  ) {}

  async work(lease: WorkLease<Record<string, never>>): Promise<void> {
    while ((await lease.transaction((tx) => this.endSome(tx))) >= BATCH);
    await lease.finish(async (tx) => {
      const [next] = await tx.query<{ endsAt: Date | null }>(NEXT_LEASE_END);
      if (next?.endsAt) await enqueueWork(tx, LEASE_ENDS, [{ payload: {} }], next.endsAt);
    });
  }

  private async endSome(
    tx: Parameters<Parameters<WorkLease<Record<string, never>>['transaction']>[0]>[0],
  ): Promise<number> {
    const now = this.clock.now();
    await tx.query(REFUSE_NOT_TAKEN, [now]);
    const campaigns = await tx.query<DialledCampaign>(HOLD_CAMPAIGNS_OF_SILENT, [now, BATCH]);
    const ids = campaigns.map(({ campaignId }) => campaignId);
    const silent = [
      ...(await tx.query<OpenDispatch>(LOCK_SILENT, [now, BATCH, ids])),
      ...(await tx.query<SingleDispatch>(LOCK_SILENT_SINGLES, [now, BATCH])),
    ];
    if (silent.length === 0) return 0;
    const held = new Map(campaigns.map((it) => [it.campaignId, it]));
    const ended = silent.map((dispatch) =>
      afterEnd(standingOf(dispatch), held.get(dispatch.campaignId ?? ''), {
        disposition: 'system_failed',
        endedAt: now,
        sequence: dispatch.lastSequence,
      }),
    );
    await saveDispatchStates(tx, ended, now);
    await this.capacity.release(
      tx,
      silent.map(({ dispatchId }) => dispatchId),
    );
    return silent.length;
  }
}
