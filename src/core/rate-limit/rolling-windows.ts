import { namedQuery } from '../database/unit-of-work/named-query.js';
import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../database/metadata/system-queries.js';
import type { StoreReader } from '../database/unit-of-work/unit-of-work.js';
import { Clock } from '../time/clock.js';

// Locks the windows, counts and records the request in one round trip: exact across processes,
// whose clocks may differ.
const TAKE_SLOTS = namedQuery('take_throttle_hits')`
    SELECT taken, hits, retry_after_ms, hit_id FROM take_throttle_hits($1, coalesce($2, clock_timestamp()), $3, $4)`;

// The same in a transaction, which binds $1 and $2 to its tenant.
const TAKE_SLOTS_WITH = namedQuery('take_throttle_hits_with')`
    SELECT taken, hits, retry_after_ms, hit_id FROM take_throttle_hits($3, coalesce($4, clock_timestamp()), $5, $6)
          WHERE ($1::text, $2::text) IS NOT NULL`;

// Exactly these rows: deleting other rows of the window would free it too early or too late.
const GIVE_HITS_BACK = namedQuery('give_throttle_hits_back')`
    DELETE FROM throttle_hits WHERE hit_id = ANY($1::uuid[])`;

interface SlotRow {
  taken: boolean;
  hits: number;
  retry_after_ms: string;
  hit_id: string | null;
}

export interface WindowSlot {
  readonly key: string;
  readonly seconds: number;
  readonly limit: number;
}

export interface SlotState {
  readonly isBlocked: boolean;
  readonly remaining: number;
  /** Seconds until the oldest counted request leaves the window, at least 1. */
  readonly resetSeconds: number;
  /** The row of a counted request; null if none was counted. */
  readonly hitId: string | null;
}

/** Rolling windows in the metadata store: one row per counted request. */
@Injectable()
export class RollingWindows {
  constructor(
    private readonly reads: SystemQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts a request in all windows, or in none if one of them is full.
   * @returns a state for each window, in the same order
   */
  async takeAll(windows: readonly WindowSlot[]): Promise<readonly SlotState[]> {
    return statesOf(windows, await this.reads.query<SlotRow>(TAKE_SLOTS, this.valuesOf(windows)));
  }

  /** The same in a transaction: the windows are locked until it ends, and a rollback counts nothing. */
  async takeAllWith(tx: StoreReader, windows: readonly WindowSlot[]): Promise<readonly SlotState[]> {
    return statesOf(windows, await tx.query<SlotRow>(TAKE_SLOTS_WITH, this.valuesOf(windows)));
  }

  async giveBack(hitIds: readonly string[]): Promise<void> {
    await this.reads.query(GIVE_HITS_BACK, [hitIds]);
  }

  private valuesOf(windows: readonly WindowSlot[]): readonly unknown[] {
    return [
      windows.map((window) => window.key),
      this.clock.shared(),
      windows.map((window) => window.seconds * 1000),
      windows.map((window) => window.limit),
    ];
  }
}

const statesOf = (windows: readonly WindowSlot[], rows: readonly SlotRow[]): readonly SlotState[] =>
  windows.map(({ limit }, index) => {
    const { taken, hits, retry_after_ms: retryAfterMs, hit_id: hitId } = rows[index]!;
    return {
      isBlocked: !taken,
      remaining: Math.max(0, limit - hits),
      resetSeconds: Math.max(1, Math.ceil(Number(retryAfterMs) / 1000)),
      hitId,
    };
  });
