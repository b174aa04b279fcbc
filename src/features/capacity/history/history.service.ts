import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { fillHistory, HISTORY_RANGES, historyStart } from './history.policy.js';
import { CAPACITY_HISTORY, COUNTED_FROM, LIMIT_CHANGES } from './history.queries.js';
import { CapacityHistoryRequest } from './history.request.js';
import { CapacityHistoryResponse } from './history.response.js';

interface NotedRow {
  readonly start: Date;
  readonly peak_in_use: number;
  readonly in_use_sum: number;
  readonly blocked: number;
}

interface ChangeRow {
  readonly changed_at: Date;
  readonly concurrency_limit: number | null;
}

/** Shows how much of its capacity a client has used (capacity section 6). */
@Injectable()
export class CapacityHistoryService {
  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  async history(
    auth: AuthContext,
    { range, project_id: projectId }: CapacityHistoryRequest,
  ): Promise<CapacityHistoryResponse> {
    const now = this.clock.now();
    const { bucketMs } = HISTORY_RANGES[range];
    const of = projectId ?? '';
    const [noted, changes, [counted]] = await this.stores.read(auth, (db) =>
      Promise.all([
        db.query<NotedRow>(CAPACITY_HISTORY, [of, historyStart(range, now), bucketMs]),
        db.query<ChangeRow>(LIMIT_CHANGES, [of]),
        db.query<{ readonly counted_from: Date | null }>(COUNTED_FROM),
      ]),
    );
    const from = counted?.counted_from ?? null;
    const buckets = fillHistory(
      range,
      now,
      noted.map((row) => ({
        start: row.start,
        peakInUse: row.peak_in_use,
        inUseSum: row.in_use_sum,
        blocked: row.blocked,
      })),
      changes.map((row) => ({ at: row.changed_at, limit: row.concurrency_limit })),
    );
    return {
      client_id: auth.clientId,
      project_id: projectId ?? null,
      range,
      bucket_minutes: bucketMs / 60_000,
      ...(from !== null && from > historyStart(range, now) && { counted_from_utc: from.toISOString() }),
      buckets: buckets.map((bucket) => ({
        bucket_start_utc: bucket.start.toISOString(),
        peak_in_use: bucket.peakInUse,
        avg_in_use: bucket.avgInUse,
        limit: bucket.limit,
        blocked: bucket.blocked,
      })),
    };
  }
}
