import type { BodyLimits } from '../../auth/body-limits.js';

/**
 * The memory that one byte of a body takes while its request is worked on. JSON: the buffer (up to
 * twice the body's size), its text, the parsed value and the object made of it. Raw: the buffer,
 * its records as typed objects, and the sealed parts of them.
 */
const WEIGHT = { json: 8, raw: 7 } as const;

/**
 * A streamed body is never held as a whole: what its sender is ahead of the handler, in the socket
 * and in the stream.
 */
const STREAMED_BYTES = 256 * 1024;

/**
 * A short form of a stranger takes no more than its connection is reckoned to hold anyway
 * (MAX_CONNECTIONS), so it has its place however many others send slowly. The work on it is over with
 * its validation.
 */
const SHORT_BYTES = 16 * 1024;

/**
 * The memory a body may take, in bytes; it is reserved before the first byte is read.
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
