import type { Refusal } from '../rules/refusal.js';

const END_OF_JPEG = Buffer.of(0xff, 0xd9);

/** A JPEG has an end marker; cameras write their own data after it. */
export class JpegCheck {
  private last: Buffer = Buffer.alloc(0);
  private hasEnd = false;

  take(chunk: Buffer): void {
    this.hasEnd ||= Buffer.concat([this.last, chunk]).includes(END_OF_JPEG);
    this.last = chunk.subarray(-1);
  }

  end(): Refusal | null {
    return this.hasEnd ? null : 'damaged';
  }
}

const RIFF_START_BYTES = 8;

/** The WebP container states its own size, padded to an even number. */
export function riffFault(head: Buffer, bytes: number): Refusal | null {
  const said = head.readUInt32LE(4) + RIFF_START_BYTES;
  if (said > bytes) return 'damaged';
  return bytes - said > said % 2 ? 'also_another_type' : null;
}
