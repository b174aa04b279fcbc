import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { answerOrders } from './children.ts';

// The load generator: raw keep-alive sockets, one request in flight on each. It must cost little,
// because it shares two cores with the measured process.

/** The requests to send, and their total number. */
export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  readonly total: number;
  /** Complete requests as sent over the wire, used in rotation. */
  readonly requests: readonly Buffer[];
}

export interface LoadResult {
  readonly seconds: number;
  /** Body of the last answer. */
  readonly sample: string;
  /** The duration of each request. */
  readonly milliseconds: readonly number[];
}

const HEAD_END = '\r\n\r\n';
const NOT_MODIFIED = 'HTTP/1.1 304 ';
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i;

async function load(order: LoadOrder): Promise<LoadResult> {
  const sockets = Array.from({ length: order.connections }, () =>
    connect({ port: order.port, host: '127.0.0.1', noDelay: true }),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  let sent = 0;
  let sample = '';
  const milliseconds: number[] = [];
  const told = (body: string, took: number): void => {
    sample = body;
    milliseconds.push(took);
  };
  const nextRequest = (): Buffer | undefined =>
    sent < order.total ? order.requests[sent++ % order.requests.length] : undefined;
  const started = performance.now();
  try {
    await Promise.all(sockets.map((socket) => converse(socket, nextRequest, told)));
    return { seconds: (performance.now() - started) / 1000, sample, milliseconds };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/**
 * Sends one request after another on one connection. @throws on any answer but 200, 201 and 304,
 * which has no body
 */
function converse(
  socket: Socket,
  next: () => Buffer | undefined,
  tell: (body: string, milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0);
    let askedAt = 0;
    const sendNext = (): void => {
      const request = next();
      askedAt = performance.now();
      if (request) socket.write(request);
      else resolve();
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection.')));
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const headEnd = pending.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const head = pending.toString('latin1', 0, headEnd);
      const length = head.startsWith(NOT_MODIFIED) ? '0' : CONTENT_LENGTH.exec(head)?.[1];
      if (!/^HTTP\/1\.1 (20[01]|304) /.test(head) || length === undefined) {
        reject(new Error(`Unexpected answer: ${pending.toString('latin1', 0, 600)}`));
        return;
      }
      const end = headEnd + HEAD_END.length + Number(length);
      if (pending.length < end) return;
      tell(pending.toString('utf8', headEnd + HEAD_END.length, end), performance.now() - askedAt);
      pending = Buffer.alloc(0);
      sendNext();
    });
    sendNext();
  });
}

answerOrders((order) => load(order as unknown as LoadOrder));
