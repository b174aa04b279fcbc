import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { answerTo, questionOf } from '../../tools/dev/names/dns-message.ts';

/** Addresses, or how the server fails: with SERVFAIL, or by not answering. */
type Answer = readonly string[] | 'fails' | 'is silent';

const ADDRESS_TYPES = ['A', 'AAAA'] as const;

/**
 * A name server on loopback (UDP) for A, AAAA and TXT questions. A name without an entry does not exist.
 */
export class NameServer {
  /** Questions so far, as `A hooks.example.com`. */
  readonly questions: string[] = [];
  private readonly answers = new Map<string, Answer[]>();

  private constructor(private readonly socket: Socket) {
    socket.on('message', (message, { port, address }) => {
      const answer = this.answer(message);
      if (answer) socket.send(answer, port, address);
    });
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  /** In the form `address:port`. */
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

  private answer(message: Buffer): Buffer | null {
    const question = questionOf(message);
    const key = `${question.type} ${question.name}`;
    this.questions.push(key);
    const left = this.answers.get(key);
    const answer = left && left.length > 1 ? left.shift() : left?.[0];
    if (answer === 'is silent') return null;
    if (answer === 'fails') return answerTo(message, question, 'failed');
    if (answer === undefined) return answerTo(message, question, 'no such name');
    const isOfType = (text: string): boolean =>
      question.type === 'TXT' || isIPv6(text) === (question.type === 'AAAA');
    return answerTo(message, question, answer.filter(isOfType));
  }
}
