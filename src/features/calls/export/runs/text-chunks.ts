/** The size of one write to a socket. */
const CHUNK_BYTES = 64 * 1024;

/** A UTF-16 code unit takes at most this many bytes in UTF-8. */
const MOST_BYTES = 3;

/**
 * Collects texts as UTF-8, in chunks. Each text is encoded separately: a long concatenation would
 * first be copied twice.
 */
export class TextChunks {
  private full: Buffer[] = [];
  private chunk: Buffer | null = null;
  private used = 0;

  add(text: string): void {
    const free = CHUNK_BYTES - this.used;
    // Most texts certainly fit and need not be measured.
    const certainlyFits = text.length * MOST_BYTES <= free;
    const bytes = certainlyFits ? 0 : Buffer.byteLength(text);
    if (bytes > free) this.close();
    if (bytes > CHUNK_BYTES) this.full.push(Buffer.from(text));
    else this.used += (this.chunk ??= Buffer.allocUnsafe(CHUNK_BYTES)).write(text, this.used);
  }

  /** The chunks filled since the last call, in order. They are not written to again. */
  take(): Buffer[] {
    const taken = this.full;
    this.full = [];
    return taken;
  }

  /** Like `take`, including the last chunk, even if it is not full. */
  takeRest(): Buffer[] {
    this.close();
    return this.take();
  }

  private close(): void {
    if (this.chunk === null || this.used === 0) return;
    this.full.push(this.chunk.subarray(0, this.used));
    this.chunk = null;
    this.used = 0;
  }
}
