import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { EICAR } from '../../src/core/scanner/eicar.js';

/**
 * - honest: finds the test file of EICAR and nothing else
 * - hangs: reads nothing and answers nothing; silent: reads everything and answers nothing
 * - trusts, accuses: lies about every file; hurries: answers before the end of a file
 * - dies: closes within a file; slams: closes at once; rambles: an endless reply
 * - limits: refuses files larger than its limit; garbles: an unknown reply
 */
export type ClamdMood =
  | 'honest'
  | 'hangs'
  | 'silent'
  | 'trusts'
  | 'accuses'
  | 'hurries'
  | 'dies'
  | 'slams'
  | 'rambles'
  | 'limits'
  | 'garbles';

const COMMAND = Buffer.from('zINSTREAM\0');

/** A server that speaks the part of clamd's protocol that the platform uses. */
export class FakeClamd {
  mood: ClamdMood = 'honest';
  /** Files that it has received completely, except those of the proof. */
  scanned = 0;
  /** The bytes of all files so far. */
  received = 0;
  /** Whether a mood applies to all files, or only to those that are larger than a proof's. */
  isOnlyForFiles = false;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly limitBytes = 26 * 1024 * 1024) {
    this.server = createServer((socket) => this.accept(socket));
  }

  /** @param path of a Unix socket; absent: a TCP port of this machine */
  async listen(path?: string, port = 0): Promise<string> {
    await new Promise<void>((resolve) => {
      if (path === undefined) this.server.listen(port, '127.0.0.1', resolve);
      else this.server.listen(path, resolve);
    });
    return path === undefined ? `tcp://127.0.0.1:${this.port}` : `unix:${path}`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    if (this.mood === 'slams' && !this.isOnlyForFiles) return void socket.destroy();
    if (this.mood === 'hangs' && !this.isOnlyForFiles) return;
    let pending = Buffer.alloc(0);
    // Chunks of an incomplete frame, and the number of missing bytes.
    let arrived: Buffer[] = [];
    let missing = 0;
    let hasCommand = false;
    let bytes = 0;
    let tail = Buffer.alloc(0);
    let isInfected = false;
    let hasAnswered = false;
    // It keeps reading: a reset connection may lose the reply.
    const answer = (text: string): void => {
      hasAnswered = true;
      socket.end(`${text}\0`);
    };
    socket.on('data', (data: Buffer) => {
      if (hasAnswered) return;
      arrived.push(data);
      missing -= data.length;
      if (missing > 0) return;
      pending = Buffer.concat([pending, ...arrived]);
      arrived = [];
      if (!hasCommand) {
        if (pending.length < COMMAND.length) return;
        if (!pending.subarray(0, COMMAND.length).equals(COMMAND)) return answer('UNKNOWN COMMAND');
        pending = pending.subarray(COMMAND.length);
        hasCommand = true;
      }
      while (pending.length >= 4) {
        const length = pending.readUInt32BE(0);
        if (length === 0) return this.conclude(answer, bytes, isInfected);
        missing = 4 + length - pending.length;
        if (missing > 0) return;
        const content = pending.subarray(4, 4 + length);
        pending = pending.subarray(4 + length);
        bytes += length;
        this.received += length;
        const joined = Buffer.concat([tail, content]);
        isInfected ||= joined.includes(EICAR);
        tail = joined.subarray(-EICAR.length);
        if (this.interrupts(socket, answer, bytes)) return;
      }
    });
  }

  /** @returns whether it has answered, or stopped reading */
  private interrupts(socket: Socket, answer: (text: string) => void, bytes: number): boolean {
    const mood = this.moodFor(bytes);
    if (mood === 'hurries') answer('stream: OK');
    if (mood === 'dies' || mood === 'slams') socket.destroy();
    if (mood === 'limits' && bytes > this.limitBytes) answer('INSTREAM size limit exceeded. ERROR');
    if (mood === 'hangs') socket.pause();
    return (
      ['hurries', 'dies', 'slams', 'hangs'].includes(mood) || (mood === 'limits' && bytes > this.limitBytes)
    );
  }

  private conclude(answer: (text: string) => void, bytes: number, isInfected: boolean): void {
    const mood = this.moodFor(bytes);
    if (bytes > PROOF_BYTES) this.scanned += 1;
    if (mood === 'silent') return;
    if (mood === 'trusts') return answer('stream: OK');
    if (mood === 'accuses') return answer('stream: Everything.Is.Bad FOUND');
    if (mood === 'garbles') return answer('stream: <script>alert(1)</script> OK?');
    if (mood === 'rambles') return answer('x'.repeat(64 * 1024));
    answer(isInfected ? 'stream: Eicar-Signature FOUND' : 'stream: OK');
  }

  private moodFor(bytes: number): ClamdMood {
    return this.isOnlyForFiles && bytes <= PROOF_BYTES ? 'honest' : this.mood;
  }
}

// The files of a scanner's proof are smaller.
const PROOF_BYTES = 70;
