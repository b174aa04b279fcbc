import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { HandlesWork } from '../../../core/work/work-handler.js';
import type { WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { askForSample, CAPACITY_SAMPLE } from '../rules/sample-work.js';
import { SAMPLE } from './samples.queries.js';

/**
 * Notes once a minute how much capacity a tenant uses, for as long as it uses any (capacity 4.1, 4.2). Who begins to use
 * capacity asks for the first sample; each sample that found some asks for the next.
 */
@Injectable()
@HandlesWork()
export class CapacitySampler implements WorkHandler<Record<string, never>> {
  readonly kind = CAPACITY_SAMPLE;

  constructor(private readonly clock: Clock) {}

  async work(lease: WorkLease<Record<string, never>>): Promise<void> {
    await lease.finish(async (tx) => {
      const now = this.clock.now();
      const added = await tx.query(SAMPLE, [now]);
      if (added.length > 0) await askForSample(tx, now);
    });
  }
}
