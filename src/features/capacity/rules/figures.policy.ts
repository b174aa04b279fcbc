/** How many calls may be in progress, and how many slots are kept for incoming calls. */
export interface CapacityLimit {
  readonly concurrencyLimit: number;
  readonly reservedInbound: number;
}

/** A claim counts the slots in use: this many rows take some milliseconds. */
export const LARGEST_LIMIT = 10_000;

/** Calls in progress. */
export interface CapacityUse {
  readonly inbound: number;
  readonly outbound: number;
}

/**
 * Slots that outbound dials may still take under one limit (capacity 2.2): inbound calls are never
 * refused, so they may use more than their share and even more than the limit.
 */
export const availableUnder = (
  { concurrencyLimit, reservedInbound }: CapacityLimit,
  { inbound, outbound }: CapacityUse,
): number => Math.max(0, concurrencyLimit - outbound - Math.max(reservedInbound, inbound));
