import type { Socket } from 'node:net';

const NONE = Buffer.alloc(0);
const HEAD_END = '\r\n\r\n';
// One interim response may be as long as the head of the final response (MAX_HEADER_BYTES).
const MAX_INTERIM_BYTES = 16 * 1024;
const STATUS_LINE_BYTES = 'HTTP/1.1 100'.length;
// 101 ends HTTP on the connection, so it is not an interim response.
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d$/;

/**
 * Removes interim responses (1xx) from the bytes of a connection (webhooks 7.1), in linear time for
 * any chunks.
 */
export class InterimResponses {
  private state: 'head' | 'interim' | 'answer' = 'answer';
  /** Fewer bytes than a status line, or than the end of an interim response. */
  private held: Buffer = NONE;
  private dropped = 0;

  /** Call this when a request is written: an answer follows. */
  expectAnswer(): void {
    this.enter('head');
  }

  /** Returns the rest of these bytes; an incomplete status line is held back. */
  pass(chunk: Buffer): Buffer {
    let rest = chunk;
    while (this.state !== 'answer') {
      const bytes = this.held.length === 0 ? rest : Buffer.concat([this.held, rest]);
      if (this.state === 'head') {
        if (bytes.length < STATUS_LINE_BYTES) return this.hold(bytes);
        this.enter(INTERIM.test(bytes.toString('latin1', 0, STATUS_LINE_BYTES)) ? 'interim' : 'answer');
        rest = bytes;
        continue;
      }
      const end = bytes.indexOf(HEAD_END);
      if (end >= 0) {
        this.enter('head');
        rest = bytes.subarray(end + HEAD_END.length);
        continue;
      }
      this.dropped += rest.length;
      if (this.dropped <= MAX_INTERIM_BYTES) return this.hold(bytes.subarray(1 - HEAD_END.length));
      // The parser refuses bytes from the middle of a head.
      this.enter('answer');
    }
    return rest;
  }

  private enter(state: 'head' | 'interim' | 'answer'): void {
    this.state = state;
    this.held = NONE;
    this.dropped = 0;
  }

  private hold(bytes: Buffer): Buffer {
    this.held = bytes;
    return NONE;
  }
}

/**
 * Hides interim responses from undici, which closes a connection at a `100 Continue`; some servers
 * send it unprompted.
 */
export function passOverInterimAnswers(socket: Socket): void {
  const answers = new InterimResponses();
  const write = socket.write.bind(socket);
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  socket.write = ((...sent: Parameters<Socket['write']>) => {
    answers.expectAnswer();
    return write(...sent);
  }) as Socket['write'];
  socket.read = (size?: number): Buffer | null => {
    for (let chunk = read(size); chunk !== null; chunk = read(size)) {
      const rest = answers.pass(chunk);
      if (rest.length > 0) return rest;
    }
    return null;
  };
}
