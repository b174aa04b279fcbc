import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../../core/time/clock.js';
import { addDirtyHours } from '../../rollup/dirty-hours.js';
import { enqueueRollup } from '../../rollup/rollup-work.js';
import { HOLD_CALLS, SET_VERSIONS } from './dialled-versions.queries.js';

/** The version that a feature told the runtime to use for a call. */
export interface DialledVersion {
  readonly callId: string;
  /** A call that was reported for another project keeps its version. */
  readonly projectId: string;
  readonly versionNumber: number;
}

interface ChangedRow {
  readonly project_id: string;
  readonly started_at_utc: Date;
}

/** Receives the versions of calls from features that request dialling (calls-ingest 2.11). */
@Injectable()
export class DialledVersions {
  constructor(private readonly clock: Clock) {}

  /** Skips calls that are not stored yet. Call it last in a transaction of the tenant's store. */
  async store(tx: StoreReader, versions: readonly DialledVersion[]): Promise<void> {
    if (versions.length === 0) return;
    await tx.query(HOLD_CALLS);
    const changed = await tx.query<ChangedRow>(SET_VERSIONS, [
      versions.map(({ callId }) => callId),
      versions.map(({ projectId }) => projectId),
      versions.map(({ versionNumber }) => versionNumber),
    ]);
    if (changed.length === 0) return;
    const places = changed.map(({ project_id, started_at_utc }) => ({
      projectId: project_id,
      at: started_at_utc,
    }));
    await addDirtyHours(tx, null, places);
    await enqueueRollup(tx, this.clock.now());
  }
}
