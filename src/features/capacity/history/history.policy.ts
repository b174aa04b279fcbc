import { DAY_MS, HOUR_MS } from '../../../core/time/wall-clock.policy.js';

const MINUTE_MS = 60_000;

/** The ranges of the contract (capacity 6.2), and the size of their buckets. */
export const HISTORY_RANGES = {
  '24h': { rangeMs: DAY_MS, bucketMs: 15 * MINUTE_MS },
  '7d': { rangeMs: 7 * DAY_MS, bucketMs: HOUR_MS },
  '30d': { rangeMs: 30 * DAY_MS, bucketMs: 6 * HOUR_MS },
} as const;
export type HistoryRange = keyof typeof HISTORY_RANGES;

/** The samples of one bucket. */
export interface NotedBucket {
  readonly start: Date;
  readonly peakInUse: number;
  /** The sum of the slots in use at each full minute. */
  readonly inUseSum: number;
  readonly blocked: number;
}

/** A limit and its start; null: the limit was removed. */
export interface LimitChange {
  readonly at: Date;
  readonly limit: number | null;
}

/** A bucket of the history; avgInUse to 2 decimals. */
export interface HistoryBucket {
  readonly start: Date;
  readonly peakInUse: number;
  readonly avgInUse: number;
  readonly limit: number | null;
  readonly blocked: number;
}

/**
 * The start of the first bucket; the last one is in progress. Both begin at whole buckets in UTC.
 */
export function historyStart(range: HistoryRange, now: Date): Date {
  const { rangeMs, bucketMs } = HISTORY_RANGES[range];
  return new Date(Math.floor(now.getTime() / bucketMs) * bucketMs - rangeMs + bucketMs);
}

/**
 * Every bucket of a range, oldest first; a bucket without samples counts as idle (capacity 6.4).
 * @param changes of the limit, oldest first
 */
export function fillHistory(
  range: HistoryRange,
  now: Date,
  noted: readonly NotedBucket[],
  changes: readonly LimitChange[],
): HistoryBucket[] {
  const { rangeMs, bucketMs } = HISTORY_RANGES[range];
  const from = historyStart(range, now).getTime();
  const byStart = new Map(noted.map((it) => [it.start.getTime(), it]));
  return Array.from({ length: rangeMs / bucketMs }, (_, index) => {
    const start = from + index * bucketMs;
    const known = byStart.get(start);
    const end = Math.min(start + bucketMs - 1, now.getTime());
    return {
      start: new Date(start),
      peakInUse: known?.peakInUse ?? 0,
      // A full minute belongs to the bucket that contains its start.
      avgInUse: rounded((known?.inUseSum ?? 0) / (Math.floor((end - start) / MINUTE_MS) + 1)),
      limit: changes.findLast(({ at }) => at.getTime() <= end)?.limit ?? null,
      blocked: known?.blocked ?? 0,
    };
  });
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
