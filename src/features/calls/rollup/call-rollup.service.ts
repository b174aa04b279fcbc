import { Injectable } from '@nestjs/common';
import { systemContext, type Tenant } from '../../../core/shared/auth-context.js';
import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import {
  HOLD_RETENTION,
  LOCK_ROLLUP,
  MARK_ALL_HOURS,
  MARK_MISSING_HOURS,
  REFRESH_ROLLUP,
} from './call-rollup.queries.js';
import { enqueueRollup } from './rollup-work.js';

type Batch = (db: StoreReader) => Promise<number | null>;

// A busy hour has some thousand calls; one statement sums this many hours well within its time
// limit.
const HOURS_AT_ONCE = 200;
// Ingest accepts calls of these years, in one table before 2020 and a table per month since then.
const FIRST_YEAR = 2000;
const MONTHLY_FROM_YEAR = 2020;
// How far ahead ingest accepts calls, plus a month to be safe.
const MONTHS_AHEAD = 15;

/**
 * Keeps the hourly sums of calls: sums dirty hours again; an operator may mark hours as dirty.
 * Responses neither wait for it nor depend on it: a dirty hour is read from its calls
 * (docs/architecture.md, "Rollup").
 */
@Injectable()
export class CallRollup {
  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /**
   * Sums dirty hours, batch by batch, until none is left or the time is up; skips a tenant that
   * another process is working on.
   * @param forMs how long to begin new batches
   * @returns how many hours it summed
   */
  async refresh(tenant: Tenant, forMs: number): Promise<number> {
    const auth = systemContext(tenant, 'rollup');
    const { hours } = await this.refreshBatches(forMs, (batch) => this.stores.transaction(auth, batch));
    return hours;
  }

  /**
   * The same, in transactions that the caller opened.
   * @returns whether everything that was dirty at the start is now done
   */
  async refreshBatches(
    forMs: number,
    transaction: (batch: Batch) => Promise<number | null>,
  ): Promise<{ readonly hours: number; readonly isDone: boolean }> {
    const until = performance.now() + forMs;
    let hours = 0;
    while (performance.now() < until) {
      const done = await transaction(refreshBatch);
      hours += done ?? 0;
      if (done !== HOURS_AT_ONCE) return { hours, isDone: done !== null };
    }
    return { hours, isDone: false };
  }

  markMissing(tenant: Tenant): Promise<void> {
    return this.markDirty(tenant, MARK_MISSING_HOURS);
  }

  /** Marks every hour whose calls are still kept. */
  markAll(tenant: Tenant): Promise<void> {
    return this.markDirty(tenant, MARK_ALL_HOURS);
  }

  /** Month by month, so that no statement reads more than a month of calls. */
  private async markDirty(tenant: Tenant, statement: NamedQuery): Promise<void> {
    const auth = systemContext(tenant, 'rollup');
    for (const [from, to] of monthsUntil(this.clock.now())) {
      await this.stores.transaction(auth, async (db) => {
        // Before looking the hours up, so that retention cannot drop their calls first.
        await db.query(HOLD_RETENTION);
        const [row] = await db.query<{ hours: number }>(statement, [from, to]);
        if (row?.hours) await enqueueRollup(db, this.clock.now());
      });
    }
  }
}

/** @returns how many hours it summed; null if another process is summing them */
async function refreshBatch(db: StoreReader): Promise<number | null> {
  const [lock] = await db.query<{ locked: boolean }>(LOCK_ROLLUP);
  if (!lock?.locked) return null;
  const [row] = await db.query<{ hours: number }>(REFRESH_ROLLUP, [HOURS_AT_ONCE]);
  return row?.hours ?? 0;
}

function monthsUntil(now: Date): [from: Date, to: Date][] {
  const last = (now.getUTCFullYear() - MONTHLY_FROM_YEAR) * 12 + now.getUTCMonth() + MONTHS_AHEAD;
  const start = (month: number): Date => new Date(Date.UTC(MONTHLY_FROM_YEAR, month));
  return [
    [new Date(Date.UTC(FIRST_YEAR)), start(0)],
    ...Array.from({ length: last + 1 }, (_, month): [Date, Date] => [start(month), start(month + 1)]),
  ];
}
