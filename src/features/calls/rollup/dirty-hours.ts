import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import { APPEND_DIRTY_HOURS } from './call-rollup.queries.js';

/** The project and hour in which a call counts or has counted. */
interface Place {
  readonly projectId: string;
  /** The start of the call. */
  readonly at: Date;
}

/**
 * Marks hours whose sums are no longer valid as dirty. Call it in the transaction of the change,
 * for every hour in which a call counts now or counted before.
 * @param keptFrom earlier hours are left out: their calls may be gone, and their sums are final
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
  const dirtyHours = [...hours.values()];
  await db.query(APPEND_DIRTY_HOURS, [
    dirtyHours.map(([projectId]) => projectId),
    dirtyHours.map(([, hour]) => new Date(hour).toISOString()),
  ]);
}
