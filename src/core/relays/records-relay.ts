import { TenantEffects } from '../idempotency/tenant-effects.js';
import { COMPLETE_RECORDS } from '../database/outbox/outbox.work.js';
import { HandlesWork, type WorkHandler } from '../work/work-handler.js';
import type { WorkLease } from '../work/work-lease.js';

/**
 * Completes the idempotency records that a dead process or an unavailable metadata store has left
 * incomplete.
 */
@HandlesWork()
export class RecordsRelay implements WorkHandler<Record<string, never>> {
  readonly kind = COMPLETE_RECORDS;

  constructor(private readonly effects: TenantEffects) {}

  work(lease: WorkLease<Record<string, never>>): Promise<void> {
    return this.effects.settle(lease.auth);
  }
}
