import type { IncomingMessage, ServerResponse } from 'node:http';

// As many as a small body has bytes: over a slow line it may arrive byte by byte.
const MOST_CHUNKS_OF_ANY = 4 * 1024;

// Reading a chunk costs a microsecond. Programs that write by lines or fields send larger ones.
const LEAST_BYTES_PER_CHUNK = 32;

/** Whether a body arrives in more chunks than its size permits (requests 3.11). */
export const isScattered = (chunks: number, bytes: number): boolean =>
  chunks > MOST_CHUNKS_OF_ANY + bytes / LEAST_BYTES_PER_CHUNK;

declare module '../../shared/platform-request.js' {
  interface PlatformRequest {
    /** The state of its body's chunks; absent without a body. */
    bodyChunks?: BodyChunks;
  }
}

// Node keeps 200 to 400 bytes for each chunk: below this size, a tenth of the chunk or more.
const SMALL_BYTES = 4 * 1024;

// A little more than one read of a socket delivers in chunks of one byte.
const GATHERED_BYTES = 16 * 1024;

// The largest body in chunks of one KiB; reading them takes 15 ms.
const MOST_UNWANTED_CHUNKS = 16 * 1024;

/**
 * Watches the chunks of a body, before any reader (requests 3.11). It merges small chunks, because
 * Node keeps 200 to 400 bytes for each one. It discards chunks after the response, and those of a
 * body in too many chunks; beyond a limit of discarded chunks it closes the connection.
 */
export class BodyChunks {
  private chunks = 0;
  private bytes = 0;
  /** Small chunks that have not been passed on yet: the first of them, or a copy of several. */
  private gathered: Buffer | null = null;
  private gatheredBytes = 0;
  /** How many more chunks may be discarded; null while they are wanted. */
  private left: number | null = null;
  private isAnswered = false;
  private tellScattered: () => void = () => undefined;
  private readonly pass: (chunk: Buffer | null) => boolean;

  private constructor(private readonly request: IncomingMessage) {
    this.pass = request.push.bind(request);
    request.push = (chunk: Buffer | null) => this.take(chunk);
    // From here on Node leaves the body to its reader; otherwise it would discard chunks uncounted.
    request.read(0);
  }

  /** Call this before any other listener of the request. */
  static watch(request: IncomingMessage & { bodyChunks?: BodyChunks }, response: ServerResponse): void {
    const { 'transfer-encoding': coding, 'content-length': length = '0' } = request.headers;
    if (coding === undefined && length === '0') return;
    const chunks = new BodyChunks(request);
    request.bodyChunks = chunks;
    response.once('close', () => {
      chunks.isAnswered = true;
      chunks.throwAway();
      // A request that its reader has destroyed no longer has a socket.
      if (request.destroyed) return;
      request.resume();
      request.socket.resume();
    });
  }

  /** Calls back once if the body arrives in too many chunks, immediately if it already has. */
  whenScattered(tell: () => void): void {
    this.tellScattered = tell;
    if (this.left !== null) tell();
  }

  private take(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.handOn();
      return this.pass(null);
    }
    if (this.left !== null) {
      this.left -= 1;
      if (this.left < 0) this.readNoFurther();
      return true;
    }
    this.chunks += 1;
    this.bytes += chunk.length;
    if (isScattered(this.chunks, this.bytes)) {
      this.throwAway();
      this.tellScattered();
      return true;
    }
    if (chunk.length >= SMALL_BYTES) {
      this.handOn();
      return this.pass(chunk);
    }
    this.gather(chunk);
    return this.request.readableLength + this.gatheredBytes < this.request.readableHighWaterMark;
  }

  private gather(chunk: Buffer): void {
    if (this.gatheredBytes + chunk.length > GATHERED_BYTES) this.handOn();
    const { gathered } = this;
    if (gathered === null) {
      this.gathered = chunk;
      this.gatheredBytes = chunk.length;
      // After everything that the socket has delivered.
      process.nextTick(() => this.handOn());
      return;
    }
    // From the second one on: most bodies have only one, which need not be copied.
    if (gathered.length < GATHERED_BYTES) {
      this.gathered = Buffer.allocUnsafeSlow(GATHERED_BYTES);
      gathered.copy(this.gathered);
    }
    chunk.copy(this.gathered!, this.gatheredBytes);
    this.gatheredBytes += chunk.length;
  }

  private handOn(): void {
    const { gathered, gatheredBytes } = this;
    if (gathered === null) return;
    this.gathered = null;
    this.gatheredBytes = 0;
    this.pass(gathered.subarray(0, gatheredBytes));
  }

  private throwAway(): void {
    this.gathered = null;
    this.gatheredBytes = 0;
    this.left = MOST_UNWANTED_CHUNKS;
  }

  /** Sends the response first. */
  private readNoFurther(): void {
    const { socket } = this.request;
    if (this.isAnswered) socket.destroy();
    else socket.pause();
  }
}
