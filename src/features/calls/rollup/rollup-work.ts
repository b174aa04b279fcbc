import { workKind } from '../../../core/shared/work-kind.js';
import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';

const MINUTE_MS = 60_000;

/**
 * A tenant has dirty hours to sum. All of these work items of a tenant have the same key: one
 * refresh runs at a time, and sums all dirty hours that are due.
 */
export const ROLLUP_REFRESH = workKind<Record<string, never>>('call-rollup.refresh', {
  // A refresh reads whole hours of calls, so few run at once per store, which leaves most capacity
  // for requests.
  concurrency: 2,
  batch: 1000,
  ordered: true,
});

const KEY = 'hours';

/**
 * Enqueues the refresh of dirty hours at the next full minute. The dirty hours of a minute are
 * refreshed together: an hour that receives calls is summed once a minute rather than once a batch
 * (calls-ingest 7.2).
 */
export const enqueueRollup = (db: StoreReader, now: Date): Promise<void> =>
  enqueueWork(
    db,
    ROLLUP_REFRESH,
    [{ key: KEY, payload: {} }],
    new Date(Math.ceil((now.getTime() + 1) / MINUTE_MS) * MINUTE_MS),
  );
