import type { Refusal } from '../rules/refusal.js';

const SIGNATURE_BYTES = 8;
const CHUNK_START_BYTES = 8;
const CHECKSUM_BYTES = 4;

/** Walks through the chunks of a PNG: nothing follows its end. */
export class PngCheck {
  private skip = SIGNATURE_BYTES;
  private start = Buffer.alloc(0);
  private hasEnded = false;
  private isLonger = false;

  take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.hasEnded && this.skip === 0) {
        this.isLonger = true;
        return;
      }
      const skipped = Math.min(this.skip, chunk.length - at);
      this.skip -= skipped;
      at += skipped;
      if (this.skip > 0 || this.hasEnded) continue;
      const taken = chunk.subarray(at, at + CHUNK_START_BYTES - this.start.length);
      this.start = Buffer.concat([this.start, taken]);
      at += taken.length;
      if (this.start.length < CHUNK_START_BYTES) continue;
      this.skip = this.start.readUInt32BE(0) + CHECKSUM_BYTES;
      this.hasEnded = this.start.toString('latin1', 4) === 'IEND';
      this.start = Buffer.alloc(0);
    }
  }

  end(): Refusal | null {
    if (this.isLonger) return 'also_another_type';
    return this.hasEnded && this.skip === 0 ? null : 'damaged';
  }
}
