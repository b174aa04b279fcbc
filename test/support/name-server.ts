import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** Addresses; or how the server fails: with SERVFAIL, or by not answering. */
type Answer = readonly string[] | 'fails' | 'is silent';

const HEADER_BYTES = 12;
const TYPES = { 1: 'A', 16: 'TXT', 28: 'AAAA' } as const;
const ADDRESS_TYPES = ['A', 'AAAA'] as const;

/**
 * A name server on loopback (UDP) for A, AAAA and TXT questions. A name without an entry does not exist.
 */
export class NameServer {
  /** Questions so far, as `A hooks.example.com`. */
  readonly questions: string[] = [];
  private readonly answers = new Map<string, Answer[]>();

  private constructor(private readonly socket: Socket) {
    socket.on('message', (question, { port, address }) => {
      const answer = this.answerTo(question);
      if (answer) socket.send(answer, port, address);
    });
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  /** As `address:port`. */
  get address(): string {
    const { address, port } = this.socket.address();
    return `${address}:${port}`;
  }

  /**
   * From now on a name resolves to the first answer, at its next question of a type to the second,
   * and finally to the last.
   */
  tell(name: string, ...answers: Answer[]): void {
    for (const type of ADDRESS_TYPES) this.answers.set(`${type} ${name}`, [...answers]);
  }

  /** The TXT records of a name, or how the server fails. */
  tellText(name: string, answer: Answer): void {
    this.answers.set(`TXT ${name}`, [answer]);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.socket.close(() => resolve()));
  }

  private answerTo(question: Buffer): Buffer | null {
    const labels: string[] = [];
    let at = HEADER_BYTES;
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const name = labels.join('.').toLowerCase();
    const type = TYPES[question.readUInt16BE(at + 1) as keyof typeof TYPES];
    const key = `${type} ${name}`;
    this.questions.push(key);
    const left = this.answers.get(key);
    const answer = left && left.length > 1 ? left.shift() : left?.[0];
    if (answer === 'is silent') return null;
    const said = Array.isArray(answer) ? (answer as readonly string[]) : [];
    const records =
      type === 'TXT'
        ? said.map((text) => recordOf(16, textBytes(text)))
        : said.filter((address) => isIPv6(address) === (type === 'AAAA')).map(addressRecord);
    const header = Buffer.from(question.subarray(0, HEADER_BYTES));
    // A response, recursion available; 2 is SERVFAIL, 3 says that there is no such name.
    header.writeUInt16BE(0x8180 | (answer === 'fails' ? 2 : answer === undefined ? 3 : 0), 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    return Buffer.concat([header, question.subarray(HEADER_BYTES, at + 5), ...records]);
  }
}

/** Class IN, to be remembered for no time, about the name at the beginning of the question. */
function recordOf(type: number, bytes: Buffer): Buffer {
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(bytes.length, head.length - 2);
  return Buffer.concat([head, bytes]);
}

function addressRecord(address: string): Buffer {
  const bytes = isIPv6(address) ? bytesOfIpv6(address) : Buffer.from(address.split('.').map(Number));
  return recordOf(bytes.length === 4 ? 1 : 28, bytes);
}

/** In parts of at most 255 bytes. */
const textBytes = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/.{1,255}/gs) ?? ['']).flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]),
  );

function bytesOfIpv6(address: string): Buffer {
  // URL writes the last 32 bits as hexadecimal groups, however they were given.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '');
  const last = after === undefined ? [] : groups(after);
  const zeros = Array.from({ length: 8 - groups(before).length - last.length }, () => '0');
  const all = [...groups(before), ...zeros, ...last];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
