import { PassThrough } from 'node:stream';
import type { ClientBase } from 'pg';
import { describe, expect, it } from 'vitest';
import { copyOut } from './copy-out.js';

interface Copying {
  handleCopyData(message: { chunk: Buffer }): void;
  handleReadyForQuery(connection: object): void;
}

/** A row of one value that fills a block. */
const BLOCK = 128 * 1024;
const row = Buffer.concat([Buffer.alloc(6), Buffer.alloc(BLOCK)]);
row.writeInt16BE(1, 0);
row.writeInt32BE(BLOCK, 2);

/** The reader takes one block and stops; the server has sent two more, and may have finished. */
async function leftEarly(hasEnded: boolean): Promise<PassThrough> {
  const stream = new PassThrough();
  const sent: Copying[] = [];
  const client = {
    connection: { stream },
    query: (query: Copying) => void sent.push(query),
  } as unknown as ClientBase;
  const blocks = copyOut(client, 'SELECT 1');
  const first = blocks.next();
  const copying = sent[0]!;
  const send = (): void => copying.handleCopyData({ chunk: row });
  send();
  expect((await first).value).toHaveLength(1);
  send();
  send();
  expect(stream.isPaused()).toBe(true);
  if (hasEnded) copying.handleReadyForQuery({});
  await blocks.return();
  return stream;
}

describe('the socket of a copy whose reader leaves early', () => {
  // Fails if the socket stays paused: the next response on the connection would never be read.
  it('continues when all of it has arrived', async () => {
    const stream = await leftEarly(true);
    expect({ isPaused: stream.isPaused(), destroyed: stream.destroyed }).toEqual({
      isPaused: false,
      destroyed: false,
    });
  });

  it('is closed where more is to come', async () => {
    expect((await leftEarly(false)).destroyed).toBe(true);
  });
});

describe('the rows of a copy', () => {
  /** One value of this many equal bytes. */
  const aRow = (fill: number, bytes: number): Buffer => {
    const sent = Buffer.concat([Buffer.alloc(6), Buffer.alloc(bytes, fill)]);
    sent.writeInt16BE(1, 0);
    sent.writeInt32BE(bytes, 2);
    return sent;
  };

  it('keep their bytes while the server continues to send', async () => {
    const stream = new PassThrough();
    const sent: Copying[] = [];
    const client = {
      connection: { stream },
      query: (query: Copying) => void sent.push(query),
    } as unknown as ClientBase;
    const blocks = copyOut(client, 'SELECT 1');
    let next = blocks.next();
    for (let fill = 1; fill <= 40; fill += 1) {
      // The last one is larger than a block.
      const bytes = fill === 40 ? 3 * BLOCK : BLOCK - fill * 1000;
      sent[0]!.handleCopyData({ chunk: aRow(fill, bytes) });
      const rows = (await next).value!;
      // The server continues while they are processed.
      sent[0]!.handleCopyData({ chunk: aRow(200, BLOCK / 2) });
      const values = rows.map(([value]) => value!).filter((value) => value[0] !== 200);
      expect(values.map((value) => [value.length, value.every((byte) => byte === fill)])).toEqual([
        [bytes, true],
      ]);
      next = blocks.next();
      expect((await next).value).toHaveLength(1);
      next = blocks.next();
    }
    sent[0]!.handleReadyForQuery({});
    await next;
  });
});
