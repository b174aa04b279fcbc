// What a socket takes at once, and below what the allocator asks the system for each time.
const CHUNK_BYTES = 64 * 1024;
/** No sign of UTF-16 takes more in UTF-8. */
const MOST_BYTES = 3;

/**
 * Gathers texts as UTF-8, in chunks. Each text is encoded by itself: a long one, put together of many, would be
 * copied twice over before it is.
 */
export class TextChunks {
  private full: Buffer[] = [];
  private chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  private used = 0;

  add(text: string): void {
    const most = text.length * MOST_BYTES;
    if (most > this.chunk.length - this.used) this.close();
    if (most > CHUNK_BYTES) this.full.push(Buffer.from(text));
    else this.used += this.chunk.write(text, this.used);
  }

  /** What has been added since it was asked last, in order. It is not written to any more. */
  take(): Buffer[] {
    this.close();
    const taken = this.full;
    this.full = [];
    return taken;
  }

  private close(): void {
    if (this.used === 0) return;
    this.full.push(this.chunk.subarray(0, this.used));
    this.chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    this.used = 0;
  }
}
