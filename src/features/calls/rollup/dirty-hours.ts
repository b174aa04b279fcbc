import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import { ENQUEUE_WORK } from './call-rollup.queries.js';

/** Where a call is counted, or was. */
interface Place {
  readonly projectId: string;
  /** The start of the call. */
  readonly at: Date;
}

/**
 * Says that the sums of these hours no longer hold. Belongs into the transaction of the change, for every place
 * where a call is counted from now on and every place where it was.
 * @param keptFrom hours before it are left out: their calls may be gone, and what was summed up of them is final
 */
export async function addDirtyHours(
  db: StoreReader,
  keptFrom: Date | null,
  places: readonly Place[],
): Promise<void> {
  const hours = new Map<string, readonly [projectId: string, hour: number]>();
  for (const { projectId, at } of places) {
    const hour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
    if (keptFrom === null || hour >= keptFrom.getTime()) hours.set(`${hour} ${projectId}`, [projectId, hour]);
  }
  if (hours.size === 0) return;
  const marks = [...hours.values()];
  await db.query(ENQUEUE_WORK, [
    marks.map(([projectId]) => projectId),
    marks.map(([, hour]) => new Date(hour).toISOString()),
  ]);
}
