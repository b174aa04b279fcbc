import type { CursorPosition } from '../../../core/http/paging/cursor.js';
import type { DateRange } from '../../../core/time/date-range.policy.js';

export const SORT_KEYS = ['started_at_utc', 'duration_seconds', 'call_status', 'primary_outcome'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/**
 * The order of a list (calls 5.7). Calls with equal keys are ordered by their start, then by
 * call_id, all in the same direction. So no two calls tie, and an index read forwards or backwards
 * has them all in order.
 */
export interface ListOrder {
  readonly key: SortKey;
  readonly direction: SortOrder;
}

/** Newest first, unless requested otherwise (calls 5.6). */
export const DEFAULT_ORDER: ListOrder = { key: 'started_at_utc', direction: 'desc' };

/** The fields of a call that decide its position in any order. */
export interface OrderedCall {
  readonly call_id: string;
  /** ISO 8601, `Z`, milliseconds. */
  readonly started_at_utc: string;
  /** A decimal; unknown durations are shorter than all others. */
  readonly duration_seconds: string | null;
  readonly call_status: string;
  readonly outcome: string;
}

export interface ListPosition {
  /**
   * When the first page was requested, in milliseconds: a range without an end or a start is
   * relative to it.
   */
  readonly asOf: number;
  /** The value of the sort key; null if the key is the start itself. */
  readonly key: string | null;
  readonly startedAt: string;
  readonly callId: string;
}

/** The value in `calls.duration_order`. */
const UNKNOWN_DURATION = '-1';

const KEY_OF: Readonly<Record<SortKey, (call: OrderedCall) => string | null>> = {
  started_at_utc: () => null,
  duration_seconds: (call) => call.duration_seconds ?? UNKNOWN_DURATION,
  call_status: (call) => call.call_status,
  primary_outcome: (call) => call.outcome,
};

export const positionOf = (call: OrderedCall, order: ListOrder, asOf: Date): ListPosition => ({
  asOf: asOf.getTime(),
  key: KEY_OF[order.key](call),
  startedAt: call.started_at_utc,
  callId: call.call_id,
});

export const toCursorPosition = (position: ListPosition): CursorPosition => [
  position.asOf,
  position.key,
  position.startedAt,
  position.callId,
];

/** Reads a result of `toCursorPosition`; its signature has been checked. */
export function fromCursorPosition(position: CursorPosition): ListPosition {
  const [asOf, key, startedAt, callId] = position as readonly [number, string | null, string, string];
  return { asOf, key, startedAt, callId };
}

/**
 * The part of the range that can contain calls after a position. In a list by start all of these
 * calls are on one side of the position: months that were already read are skipped, and the scan
 * begins at the position instead of at the end of the range.
 */
export function rangeAfter(range: DateRange, order: ListOrder, position: ListPosition): DateRange {
  if (order.key !== 'started_at_utc') return range;
  const at = Date.parse(position.startedAt);
  // Calls of the same millisecond may lie on either side.
  return order.direction === 'asc' ? { ...range, from: new Date(at) } : { ...range, to: new Date(at + 1) };
}
