/** What a socket takes at once, and below what the allocator asks the system for each time. */
export const CHUNK_BYTES = 64 * 1024;

// As much as the spools of the process keep in memory: the chunks of a large export are there for the next one.
const MOST_FREE = 1024;

const free: Buffer[] = [];
const lent = new WeakSet<ArrayBufferLike>();

/**
 * A chunk to be written to, which holds what it held before. An export of transcripts fills eight hundred: were they made anew, V8
 * would collect all of its heap for each 32 MiB of them.
 */
export function takeChunk(): Buffer {
  const chunk = free.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  lent.add(chunk.buffer);
  return chunk;
}

/** Takes a chunk back, or a part of one, that nobody reads any more; any other buffer is left alone. */
export function giveBack(part: Buffer): void {
  // Twice given back, it would be lent to two.
  if (!lent.delete(part.buffer) || free.length >= MOST_FREE) return;
  free.push(Buffer.from(part.buffer));
}
