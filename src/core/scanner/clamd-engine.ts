import { connect, type Socket, type TcpNetConnectOpts, type IpcNetConnectOpts } from 'node:net';
import { verdictOf } from './clamd-reply.policy.js';
import { scannerUnavailable, type ScanEngine, type ScanVerdict } from './scan-engine.js';

export type ClamdAddress = Pick<TcpNetConnectOpts, 'host' | 'port'> | Pick<IpcNetConnectOpts, 'path'>;

// A scanner in the same network accepts within milliseconds. It scans 25 MiB within seconds, and a
// busy one within half a minute; a lease of work is a minute.
const WAITS = { connectMs: 2_000, idleMs: 20_000, totalMs: 45_000 } as const;

// Longer than any signature's name.
const REPLY_BYTES = 4 * 1024;
const END_OF_REPLY = 0;
const INSTREAM = Buffer.from('zINSTREAM\0');
const END_OF_FILE = Buffer.alloc(4);

/** clamd of ClamAV, over TCP or a Unix socket, with its command INSTREAM. One connection per file. */
export class ClamdEngine implements ScanEngine {
  constructor(
    private readonly address: ClamdAddress,
    private readonly waits: Readonly<Record<keyof typeof WAITS, number>> = WAITS,
  ) {}

  async scan(content: AsyncIterable<Uint8Array>): Promise<ScanVerdict> {
    const { connectMs, idleMs, totalMs } = this.waits;
    const socket = connect(this.address);
    const give = (reason: string) => socket.destroy(scannerUnavailable(reason));
    socket.setTimeout(connectMs, () => give('it is silent'));
    socket.once('connect', () => socket.setTimeout(idleMs));
    const deadline = setTimeout(() => give('it takes too long'), totalMs);
    const reply = new Reply(socket);
    const send = (...parts: readonly Uint8Array[]): Promise<void> =>
      // The reply, or the error of the connection, says more than the failure to send.
      write(socket, parts).catch(async () => void (await reply.text));
    try {
      await send(INSTREAM);
      for await (const chunk of content) {
        if (reply.hasEnded) break;
        if (chunk.length > 0) await send(lengthOf(chunk), chunk);
      }
      const isWhole = !reply.hasEnded;
      if (isWhole) await send(END_OF_FILE);
      const verdict = verdictOf(await reply.text, isWhole);
      if ('fault' in verdict) throw scannerUnavailable(verdict.fault);
      return verdict;
    } finally {
      clearTimeout(deadline);
      socket.destroy();
    }
  }
}

/** The reply as it arrives, which may be before the file was sent. */
class Reply {
  /** @throws 503 when the connection fails first */
  readonly text: Promise<string>;
  hasEnded = false;
  private received = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.text = new Promise((resolve, reject) => {
      const end = (): void => {
        this.hasEnded = true;
        const nul = this.received.indexOf(END_OF_REPLY);
        resolve(this.received.toString('latin1', 0, nul === -1 ? 0 : nul));
      };
      socket.on('data', (chunk: Buffer) => {
        if (this.hasEnded) return;
        this.received = Buffer.concat([this.received, chunk]);
        if (this.received.includes(END_OF_REPLY) || this.received.length > REPLY_BYTES) end();
      });
      socket.on('end', end);
      socket.on('error', (error) => {
        if (this.hasEnded) return;
        this.hasEnded = true;
        reject(asUnavailable(error));
      });
      // A connection that was closed on this side emits no end.
      socket.on('close', end);
    });
    // It may fail while the file is still being sent; then sending fails as well.
    this.text.catch(() => undefined);
  }
}

/**
 * Resolves once the system has accepted the bytes, so that a slow scanner slows the reader of the
 * file down.
 */
async function write(socket: Socket, chunks: readonly Uint8Array[]): Promise<void> {
  socket.cork();
  const written = chunks.map(
    (chunk) =>
      new Promise<void>((resolve, reject) => {
        socket.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
  );
  socket.uncork();
  await Promise.all(written);
}

function lengthOf({ length }: Uint8Array): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(length);
  return prefix;
}

function asUnavailable(error: Error): Error {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return code === null ? error : scannerUnavailable(`the connection failed (${code})`);
}
