import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { ensureFolder, writePrivateFile } from './files.ts';

/** Larger than any mail of the platform; bounds a mistake that would fill the disk. */
const MAX_MAIL_BYTES = 1024 * 1024;

/** A received mail. */
interface CaughtMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text. */
  readonly source: string;
}

/** A response that refuses a recipient: for now (4xx) or for good (5xx). */
export type Refusal = `${4 | 5}${number} ${string}`;

export interface MailCatcher {
  /** For MAIL_SERVER_URL. */
  readonly url: string;
  readonly mails: CaughtMail[];
  /**
   * How it fails for everybody: `refuse` disconnects at once, `hang` never responds, `drip` responds
   * one byte at a time, `drop` accepts a mail and disconnects before confirming it. Null: it works.
   */
  fault: 'refuse' | 'hang' | 'drip' | 'drop' | null;
  /**
   * Its responses to RCPT by address. Not for everybody: a worker also mails others, at a time of
   * its own.
   */
  readonly refusals: Map<string, Refusal>;
  stop(): Promise<void>;
}

interface Options {
  /** Folder that keeps mails as files; absent: mails are kept only in memory. */
  readonly folder?: string;
  readonly port?: number;
}

/** Receives mail over SMTP on loopback and does not deliver it: only for local use. */
export async function startMailCatcher({ folder, port = 0 }: Options = {}): Promise<MailCatcher> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (catcher.fault === 'refuse') return void socket.destroy();
    serve(socket, catcher, (mail) => keep(catcher, mail, folder));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const catcher: MailCatcher = {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    mails: [],
    fault: null,
    refusals: new Map(),
    stop: async () => {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
  return catcher;
}

function keep(catcher: MailCatcher, mail: CaughtMail, folder: string | undefined): void {
  catcher.mails.push(mail);
  if (folder === undefined) return;
  ensureFolder(folder);
  const name = `${new Date().toISOString().replaceAll(':', '')}-${catcher.mails.length}.eml`;
  writePrivateFile(join(folder, name), mail.source);
}

/** So slow that no greeting completes within a test, but never silent for long. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => {
    socket.write(text.slice(0, 1));
    text = text.slice(1);
    if (text === '') clearInterval(timer);
  }, 50);
  socket.on('close', () => clearInterval(timer));
}

/**
 * One connection: commands line by line, and after DATA the mail up to a line with a single dot.
 */
function serve(socket: Socket, catcher: MailCatcher, keepMail: (mail: CaughtMail) => void): void {
  let [from, to]: [string, string[]] = ['', []];
  let lines: string[] | null = null;
  let bytes = 0;
  let rest = '';
  const say = (line: string): void => {
    if (catcher.fault === 'drip') drip(socket, `${line}\r\n`);
    else if (catcher.fault !== 'hang') socket.write(`${line}\r\n`);
  };
  const onLine = (line: string): void => {
    if (lines !== null) {
      bytes += line.length + 2;
      if (bytes > MAX_MAIL_BYTES) return void socket.destroy();
      if (line !== '.') return void lines.push(line.startsWith('.') ? line.slice(1) : line);
      keepMail({ from, to, source: `${lines.join('\r\n')}\r\n` });
      [from, to, lines, bytes] = ['', [], null, 0];
      if (catcher.fault === 'drop') return void socket.destroy();
      return say('250 kept');
    }
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
      case 'HELO':
      case 'RSET':
      case 'NOOP':
        return say('250 mail catcher');
      case 'MAIL':
        from = address;
        return say('250 go on');
      case 'RCPT': {
        const refusal = catcher.refusals.get(address);
        if (refusal !== undefined) return say(refusal);
        to = [...to, address];
        return say('250 go on');
      }
      case 'DATA':
        lines = [];
        return say('354 up to a dot');
      case 'QUIT':
        say('221 bye');
        return void socket.end();
      default:
        return say('502 not known here');
    }
  };
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const parts = (rest + text).split('\r\n');
    rest = parts.pop() ?? '';
    for (const line of parts) onLine(line);
    // An SMTP client never sends a line this long.
    if (rest.length > MAX_MAIL_BYTES) socket.destroy();
  });
  say('220 mail catcher');
}
