import { buffer } from 'node:stream/consumers';

/** The content of a file, in any storage. */
export interface ContentSource {
  readonly bytes: number;
  /** The bytes from `start` up to, but not including, `end`; both within the file. */
  read(start: number, end: number): AsyncIterable<Buffer>;
}

/** Fewer at the end of the file. */
export const readAt = (source: ContentSource, start: number, length: number): Promise<Buffer> =>
  buffer(source.read(start, Math.min(start + length, source.bytes)));

const BLOCK_BYTES = 1024 * 1024;
// A reader of an archive goes back and forth between its directory and its entries.
const BLOCKS = 4;

/** The same content for readers of many small ranges: caches a few blocks in memory. */
export class BlockedSource implements ContentSource {
  private readonly blocks = new Map<number, Promise<Buffer>>();

  constructor(private readonly source: ContentSource) {}

  get bytes(): number {
    return this.source.bytes;
  }

  async *read(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const index = Math.floor(at / BLOCK_BYTES);
      const block = await this.block(index);
      const from = at - index * BLOCK_BYTES;
      const piece = block.subarray(from, from + (end - at));
      if (piece.length === 0) return;
      yield piece;
      at += piece.length;
    }
  }

  private block(index: number): Promise<Buffer> {
    const kept = this.blocks.get(index) ?? readAt(this.source, index * BLOCK_BYTES, BLOCK_BYTES);
    // The block that was used last moves to the end.
    this.blocks.delete(index);
    this.blocks.set(index, kept);
    for (const oldest of this.blocks.keys()) if (this.blocks.size > BLOCKS) this.blocks.delete(oldest);
    return kept;
  }
}
