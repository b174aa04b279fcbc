import { Query, type ClientBase, type Connection } from 'pg';

/** The values of one row as PostgreSQL sends them in binary. */
export type CopiedRow = readonly (Buffer | null)[];

// Rows come together in blocks of this size; so much more may be waiting before the store has to.
const BLOCK_BYTES = 128 * 1024;

/** In front of the first row: `PGCOPY` and what else is a signature, flags, and the length of nothing. */
const HEADER_BYTES = 19;
const HEADER_BEGINS = 'P'.charCodeAt(0);

/** pg's own query, which hands over what the server copies out. */
class CopyQuery extends Query {
  /** @param take gets each message of the server, in a buffer that is written to again */
  constructor(
    copied: string,
    private readonly take: (data: Buffer, connection: Connection) => void,
    done: (error?: Error | null) => void,
  ) {
    super({ text: `COPY (${copied}) TO STDOUT (FORMAT binary)` }, done);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: Connection): void {
    this.take(chunk, connection);
  }
}

/**
 * The rows of a statement by a binary COPY ... TO STDOUT, as many at a time as have come in. The store waits while a block is worked on
 * and the next one is there; rows are written over once the next ones are asked for. Who stops early ends the connection: the server
 * would send all that is left.
 * @throws the server's error, and that of a connection that ends
 */
export async function* copyOut(client: ClientBase, copied: string): AsyncGenerator<CopiedRow[], void, void> {
  let rows: CopiedRow[] = [];
  let block: Buffer = Buffer.alloc(0);
  let used = 0;
  // Blocks in which there is no more room, and those whose rows nobody reads any more: were each made anew, V8 would collect all of its heap for
  // every 32 MiB that are copied.
  let full: Buffer[] = [];
  const spare: Buffer[] = [];
  let socket: Connection['stream'] | null = null;
  let end: { readonly error: Error | null } | null = null;
  let changed = Promise.withResolvers<void>();
  const take = (data: Buffer, connection: Connection): void => {
    socket = connection.stream;
    if (data.length > block.length - used) {
      full.push(block);
      block = takeBlock(spare, data.length);
      used = 0;
      if (rows.length > 0) socket.pause();
    }
    const kept = block.subarray(used, used + data.length);
    kept.set(data);
    used += data.length;
    const row = rowOf(kept);
    if (row !== null) rows.push(row);
    changed.resolve();
  };
  const finish = (error?: Error | null): void => {
    end = { error: error ?? null };
    changed.resolve();
  };
  client.query(new CopyQuery(copied, take, finish));
  // Both are set while this waits, which the compiler does not see.
  const ended = (): { readonly error: Error | null } | null => end;
  const stream = (): Connection['stream'] | null => socket;
  try {
    while (rows.length > 0 || ended() === null) {
      await changed.promise;
      const error = ended()?.error ?? null;
      if (error !== null) throw error;
      const taken = rows;
      rows = [];
      const over = full;
      full = [];
      if (ended() === null) changed = Promise.withResolvers<void>();
      stream()?.resume();
      if (taken.length > 0) yield taken;
      spare.push(...over);
    }
  } finally {
    if (ended() === null) stream()?.destroy();
    // All of it has come in, the last block perhaps behind one that was waiting: the next answer would never be read.
    else stream()?.resume();
  }
}

/** A block with room for so many bytes; what lay in it is no longer read. */
function takeBlock(spare: Buffer[], bytes: number): Buffer {
  const block = spare.pop();
  return block && block.length >= bytes ? block : Buffer.allocUnsafe(Math.max(BLOCK_BYTES, bytes));
}

/** Null for the message behind the last row, and for a header that comes alone. */
function rowOf(data: Buffer): CopiedRow | null {
  // A row begins with a number of two bytes, and no row has so many values.
  let at = data[0] === HEADER_BEGINS ? HEADER_BYTES : 0;
  if (at === data.length) return null;
  const count = data.readInt16BE(at);
  if (count < 0) return null;
  at += 2;
  const cells: (Buffer | null)[] = [];
  for (let index = 0; index < count; index += 1) {
    const length = data.readInt32BE(at);
    at += 4;
    cells.push(length < 0 ? null : data.subarray(at, at + length));
    at += Math.max(0, length);
  }
  return cells;
}
