/**
 * Frees the memory of a buffer that is no longer read. Megabytes of a file would otherwise wait for
 * a garbage collection, which the small objects around them do not trigger. A part of a larger
 * buffer is left alone.
 */
export function free({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** Passes the chunks on to their only reader; each is freed when the next one is requested. */
export async function* freed<T extends Uint8Array>(chunks: AsyncIterable<T>): AsyncGenerator<T, void> {
  for await (const chunk of chunks) {
    yield chunk;
    free(chunk);
  }
}
