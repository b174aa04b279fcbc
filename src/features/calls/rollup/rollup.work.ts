import { Clock } from '../../../core/time/clock.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { CallRollup } from './call-rollup.service.js';
import { enqueueRollup, ROLLUP_REFRESH } from './rollup-work.js';

// Shorter than the lease, which the last batch may exceed by one statement.
const WORK_MS = 40_000;

/** Sums the hours with new or changed calls of the last minute (calls-ingest 7.2). */
@HandlesWork()
export class RollupWork implements WorkHandler<Record<string, never>> {
  readonly kind = ROLLUP_REFRESH;

  constructor(
    private readonly rollup: CallRollup,
    private readonly clock: Clock,
  ) {}

  async work(lease: WorkLease<Record<string, never>>): Promise<void> {
    const { isDone } = await this.rollup.refreshBatches(WORK_MS, (batch) => lease.transaction(batch));
    await lease.finish(async (tx) => {
      if (!isDone) await enqueueRollup(tx, this.clock.now());
    });
  }
}
