import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { HotReads } from '../metadata/hot-reads.js';
import { Clock } from '../time/clock.js';

// The function locks the window, counts and takes a slot in one round trip: exact across processes.
const TAKE_SLOT = {
  name: 'take_throttle_slot',
  text: `SELECT taken, hits, retry_after_ms FROM take_throttle_slot($1, $2, $3, $4)`,
};

interface SlotRow {
  taken: boolean;
  hits: number;
  retry_after_ms: string;
}

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Rolling windows in the metadata store, for @nestjs/throttler: one row per counted request. */
@Injectable()
export class RollingWindowStorage implements ThrottlerStorage {
  constructor(
    private readonly reads: HotReads,
    private readonly clock: Clock,
  ) {}

  /** @param ttl length of the window in milliseconds; a refused request is not counted */
  async increment(key: string, ttl: number, limit: number): Promise<StorageRecord> {
    const [row] = await this.reads.query<SlotRow>(TAKE_SLOT, [key, this.clock.now(), ttl, limit]);
    const seconds = Math.max(1, Math.ceil(Number(row?.retry_after_ms ?? ttl) / 1000));
    return {
      totalHits: row?.hits ?? limit,
      timeToExpire: seconds,
      isBlocked: row?.taken !== true,
      timeToBlockExpire: seconds,
    };
  }
}
