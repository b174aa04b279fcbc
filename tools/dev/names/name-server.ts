import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { answerTo, questionOf } from './dns-message.ts';
import { readIfPresent } from '../files.ts';

const PORT = 53;
/** A resolver waits about as long. */
const FORWARDED_MS = 5000;

export interface LocalNameServer {
  /** In the form `address:port`. */
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * A name server on loopback (UDP), so that the domains of a demo can be proved: it answers TXT
 * questions for the names in a file, each line a name and a text, and passes all others on.
 */
export async function startNameServer({
  recordsFile,
  upstream,
}: {
  readonly recordsFile: string;
  /** Null: other names do not exist. */
  readonly upstream: string | null;
}): Promise<LocalNameServer> {
  const socket = createSocket('udp4');
  let isStopped = false;
  socket.on('message', (message, { port, address }) => {
    const reply = (answer: Buffer): void => {
      if (!isStopped) socket.send(answer, port, address);
    };
    const question = questionOf(message);
    const texts = question.type === 'TXT' ? textsOf(recordsFile, question.name) : [];
    if (texts.length > 0) return reply(answerTo(message, question, texts));
    if (upstream === null) return reply(answerTo(message, question, 'no such name'));
    passOn(message, upstream, reply);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { address, port } = socket.address();
  return {
    address: `${address}:${port}`,
    stop: () => {
      if (isStopped) return Promise.resolve();
      isStopped = true;
      return new Promise((resolve) => socket.close(() => resolve()));
    },
  };
}

/** Read at each question, so that a new line takes effect at once. */
function textsOf(file: string, name: string): string[] {
  const lines = (readIfPresent(file) ?? '').split('\n').map((line) => line.trim().split(/\s+/));
  return lines.filter(([of = '']) => of.toLowerCase() === name).map(([, ...text]) => text.join(' '));
}

/** Asks another name server. Without its answer, there is no answer here either. */
function passOn(message: Buffer, upstream: string, reply: (answer: Buffer) => void): void {
  const { hostname, port } = new URL(`dns://${isIPv6(upstream) ? `[${upstream}]` : upstream}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  const asking = createSocket({
    type: isIPv6(host) ? 'udp6' : 'udp4',
    signal: AbortSignal.timeout(FORWARDED_MS),
  });
  asking.once('message', (answer) => {
    reply(answer);
    asking.close();
  });
  // The socket is closed then.
  asking.on('error', () => undefined);
  asking.send(message, port === '' ? PORT : Number(port), host);
}
