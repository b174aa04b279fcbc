import type { IncomingMessage, ServerResponse } from 'node:http';
import { isScattered } from './body-chunks.policy.js';

declare module '../../shared/platform-request.js' {
  interface PlatformRequest {
    /** How its body comes; absent where it has none. */
    bodyPieces?: BodyChunks;
  }
}

// Node keeps 200 to 400 bytes beside each piece: below this they are a tenth of it and more.
const SMALL_BYTES = 4 * 1024;

// A little more than one read of a socket brings in chunks of one byte.
const GATHERED_BYTES = 16 * 1024;

// The limit for an unwanted body: the largest body in chunks of one KiB. Reading so many takes 15
// ms.
const MOST_UNWANTED_PIECES = 16 * 1024;

/**
 * Watches the pieces in which a body arrives, for every body and before any reader (requests 3.11).
 * It copies small pieces together as they arrive, because Node makes an object of 200 to 400 bytes
 * of each chunk, also of one byte. It throws away the pieces that arrive after the answer, and the
 * body of too many pieces. After a limit of such pieces the connection ends.
 */
export class BodyChunks {
  private pieces = 0;
  private bytes = 0;
  /** Small pieces that are not handed on yet: the first of them, or a copy of several. */
  private gathered: Buffer | null = null;
  private gatheredBytes = 0;
  /** How many more may come once they are thrown away; null while they are wanted. */
  private left: number | null = null;
  private isAnswered = false;
  private tellScattered: () => void = () => undefined;
  private readonly pass: (piece: Buffer | null) => boolean;

  private constructor(private readonly request: IncomingMessage) {
    this.pass = request.push.bind(request);
    request.push = (piece: Buffer | null) => this.take(piece);
    // From here on Node leaves the body to its reader; otherwise it would throw pieces away
    // uncounted.
    request.read(0);
  }

  /** To be called as the first of all that learn of a request. */
  static watch(request: IncomingMessage & { bodyPieces?: BodyChunks }, response: ServerResponse): void {
    const { 'transfer-encoding': coding, 'content-length': length = '0' } = request.headers;
    if (coding === undefined && length === '0') return;
    const pieces = new BodyChunks(request);
    request.bodyPieces = pieces;
    response.once('close', () => {
      pieces.isAnswered = true;
      pieces.throwAway();
      request.resume();
      request.socket.resume();
    });
  }

  /** Calls back once when the body comes in too many pieces, at once where it has done so. */
  whenScattered(tell: () => void): void {
    this.tellScattered = tell;
    if (this.left !== null) tell();
  }

  private take(piece: Buffer | null): boolean {
    if (piece === null) {
      this.handOn();
      return this.pass(null);
    }
    if (this.left !== null) {
      this.left -= 1;
      if (this.left < 0) this.readNoFurther();
      return true;
    }
    this.pieces += 1;
    this.bytes += piece.length;
    if (isScattered(this.pieces, this.bytes)) {
      this.throwAway();
      this.tellScattered();
      return true;
    }
    if (piece.length >= SMALL_BYTES) {
      this.handOn();
      return this.pass(piece);
    }
    this.gather(piece);
    return this.request.readableLength + this.gatheredBytes < this.request.readableHighWaterMark;
  }

  private gather(piece: Buffer): void {
    if (this.gatheredBytes + piece.length > GATHERED_BYTES) this.handOn();
    const { gathered } = this;
    if (gathered === null) {
      this.gathered = piece;
      this.gatheredBytes = piece.length;
      // When all that the socket has brought is here.
      process.nextTick(() => this.handOn());
      return;
    }
    // The second one: most bodies have one alone, which need not be copied.
    if (gathered.length < GATHERED_BYTES) {
      this.gathered = Buffer.allocUnsafeSlow(GATHERED_BYTES);
      gathered.copy(this.gathered);
    }
    piece.copy(this.gathered!, this.gatheredBytes);
    this.gatheredBytes += piece.length;
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
    this.left = MOST_UNWANTED_PIECES;
  }

  /** The answer goes out first. */
  private readNoFurther(): void {
    const { socket } = this.request;
    if (this.isAnswered) socket.destroy();
    else socket.pause();
  }
}
