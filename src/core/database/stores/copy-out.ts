import { Query, type ClientBase } from 'pg';
import { socketOf } from '../driver/socket-of.js';

/** The values of one row as PostgreSQL sends them in binary. */
export type CopiedRow = readonly (Buffer | null)[];

// Rows are collected into blocks of this size; twice that much is buffered before the store has to
// wait.
const BLOCK_BYTES = 128 * 1024;

/** Before the first row: a signature, flags, and an empty extension. */
const HEADER_BYTES = 19;
const HEADER_BEGINS = 'P'.charCodeAt(0);

/** pg's own query, extended for the rows that the server copies out. */
class CopyQuery extends Query {
  /** @param take gets each message of the server; the parser reuses its buffer */
  constructor(
    copied: string,
    private readonly take: (data: Buffer) => void,
    done: (error?: Error | null) => void,
  ) {
    super({ text: `COPY (${copied}) TO STDOUT (FORMAT binary)` }, done);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.take(chunk);
  }
}

/**
 * Reads the rows of a statement with a binary COPY ... TO STDOUT. The store waits while the reader
 * works on one block and another is buffered. A reader that stops early closes the connection.
 * @throws the server's error, or that of a broken connection
 */
export async function* copyOut(client: ClientBase, copied: string): AsyncGenerator<CopiedRow[], void, void> {
  let rows: CopiedRow[] = [];
  let block: Buffer = Buffer.alloc(0);
  let used = 0;
  const socket = socketOf(client);
  let end: { readonly error: Error | null } | null = null;
  let changed = Promise.withResolvers<void>();
  const take = (data: Buffer): void => {
    if (data.length > block.length - used) {
      block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, data.length));
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
  // Set while this waits, which the compiler cannot see.
  const ended = (): { readonly error: Error | null } | null => end;
  try {
    while (rows.length > 0 || ended() === null) {
      await changed.promise;
      const error = ended()?.error ?? null;
      if (error !== null) throw error;
      const taken = rows;
      rows = [];
      if (ended() === null) changed = Promise.withResolvers<void>();
      socket.resume();
      if (taken.length > 0) yield taken;
    }
  } finally {
    if (ended() === null) socket.destroy();
    // All rows have arrived, the last block perhaps while another one waited: resume, or nothing
    // more would be read.
    else socket.resume();
  }
}

/** Null for the message after the last row, and for a header that arrives separately. */
function rowOf(data: Buffer): CopiedRow | null {
  // A row begins with its number of values in two bytes; no row has as many values as these bytes
  // would mean.
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
