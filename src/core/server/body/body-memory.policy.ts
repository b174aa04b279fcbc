import type { BodyLimits } from '../../auth/body-limits.js';

export interface BodyHolder {
  readonly name: string;
  /** A sender without a client. All anonymous senders share one portion. */
  readonly isStranger: boolean;
}

export interface HeldMemory {
  readonly total: number;
  readonly inAll: number;
  readonly byHolder: number;
  readonly byStrangers: number;
}

/**
 * The memory for each byte of a body while its request is processed. JSON needs the buffer (up to
 * twice the body's size), the text, the parsed value and the object. A raw body needs the buffer,
 * records as typed objects, and their sealed parts.
 */
const WEIGHT = { json: 8, raw: 7 } as const;

// A streamed body is never held completely: only the part that the handler has not consumed yet.
const STREAMED_BYTES = 256 * 1024;

// No more than is reserved for each of the MAX_CONNECTIONS anyway, so slow senders cannot block
// short forms.
const SHORT_BYTES = 16 * 1024;

// With 192 MiB, two clients can each have one batch of the largest size (70 MiB) at the same time,
// and five clients that take all they can leave 2 MiB.
const SHARE_OF_FREE = 3 / 5;

// Leaves a client room for the largest batch.
const SHARE_OF_STRANGERS = 1 / 4;

// Two of the largest events of the billing provider.
const SHARE_OF_ADDRESS = 1 / 32;

/**
 * The memory a body may take, in bytes; reserved before the first byte is read.
 * @param length of the body; the route's limit if it was not announced
 */
export function bodyCost(
  { raw = false, streamed = false }: BodyLimits,
  length: number,
  isStranger: boolean,
): number {
  if (isStranger && length <= SHORT_BYTES) return 0;
  if (streamed) return Math.min(length * WEIGHT.json, STREAMED_BYTES);
  return length * (raw ? WEIGHT.raw : WEIGHT.json);
}

/** Whether a holder may take this much more (requests 3.9). */
export function mayTake({ isStranger }: BodyHolder, cost: number, held: HeldMemory): boolean {
  const { total, inAll, byHolder, byStrangers } = held;
  if (isStranger) {
    return byHolder + cost <= total * SHARE_OF_ADDRESS && byStrangers + cost <= total * SHARE_OF_STRANGERS;
  }
  return byHolder + cost <= (total - (inAll - byHolder)) * SHARE_OF_FREE;
}
