import { Clock } from '../../../core/time/clock.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { LOCK_CLIENT_LIMIT, NOTE_SAMPLE_DUE } from '../rules/client-limit.queries.js';
import { askForNotedSample, CAPACITY_SAMPLE } from '../rules/sample-work.js';
import { SAMPLE } from './samples.queries.js';

/**
 * Samples once a minute how much capacity a tenant uses, as long as it uses any (capacity 4.1,
 * 4.2). The first use of capacity enqueues the first sample; each sample that found some enqueues
 * the next.
 */
@HandlesWork()
export class CapacitySampler implements WorkHandler<Record<string, never>> {
  readonly kind = CAPACITY_SAMPLE;

  constructor(private readonly clock: Clock) {}

  async work(lease: WorkLease<Record<string, never>>): Promise<void> {
    await lease.finish(async (tx) => {
      const now = this.clock.now();
      // A claim that this sample misses waits for this row, and then enqueues another sample.
      await tx.query(LOCK_CLIENT_LIMIT);
      const [found] = await tx.query<{ is_used: boolean; is_added: boolean }>(SAMPLE, [now]);
      if (!found?.is_used) await tx.query(NOTE_SAMPLE_DUE, [null]);
      else if (found.is_added) await askForNotedSample(tx, now);
    });
  }
}
