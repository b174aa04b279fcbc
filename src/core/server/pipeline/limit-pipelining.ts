import { IncomingMessage } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

// Answers of a connection go out in the order of its requests, so sending ahead helps a client
// little. This is a little more than the connections that browsers open to a host.
const MOST_AT_WORK = 8;

// More than any client sends ahead. Each takes 5 KB while it waits.
const MOST_WAITING = 24;

/** The requests of one connection. */
interface Line {
  /** Answers of those at work, in the order of their requests. */
  readonly atWork: ServerResponse[];
  /** Beyond those, in order. */
  readonly waiting: (() => void)[];
}

const lines = new WeakMap<Duplex, Line>();

/** Whether a part of an answer has gone out on a connection, and the rest of it has not. */
export const isInAnswer = (socket: Duplex): boolean => lines.get(socket)?.atWork[0]?.headersSent === true;

/**
 * A request. After the end of its connection it claims to upgrade the connection, because Node
 * parses no further request after an upgrade. Otherwise Node would parse the whole read, also after
 * a listener has destroyed the socket: 2,500 of the smallest requests, 12 MB until the event loop
 * closes the socket. With 200 connections these exhaust the heap (requests 1.8).
 */
export class ConnectionRequest extends IncomingMessage {
  constructor(socket: Socket) {
    super(socket);
    // Node sets the property from the parsed request before it reads it.
    if (socket.destroyed) Object.defineProperty(this, 'upgrade', { get: () => true, set: () => undefined });
  }
}

/**
 * Processes a few requests of each connection at once. Without it Node reads a connection on
 * although its requests are unanswered, and begins each: a client that sends thousands ahead would
 * hold 27 KB for each of them. Requests that have arrived wait, and nothing more is read from the
 * connection until none waits. A connection that sends further ahead ends (requests 1.8).
 */
export function limitPipelining(answer: RequestListener): RequestListener {
  const lineOf = (socket: Socket): Line => {
    const line: Line = { atWork: [], waiting: [] };
    lines.set(socket, line);
    // A reader of a body resumes the socket.
    socket.on('resume', () => {
      if (line.waiting.length > 0) socket.pause();
    });
    return line;
  };
  const begin = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.atWork.push(response);
    void answer(request, response);
  };
  // One function for all answers, since every request passes here.
  function leave(this: ServerResponse): void {
    const { socket } = this.req;
    const line = lines.get(socket)!;
    line.atWork.splice(line.atWork.indexOf(this), 1);
    // The client has gone, so the waiting requests have no receiver: they end with the connection.
    // Without this they would all begin together.
    if (!socket.writable) line.waiting.length = 0;
    const next = line.waiting.shift();
    if (next && line.waiting.length === 0) socket.resume();
    next?.();
  }
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const line = lines.get(socket) ?? lineOf(socket);
    if (line.waiting.length === MOST_WAITING) {
      socket.destroy();
      return;
    }
    response.on('close', leave);
    if (line.atWork.length < MOST_AT_WORK) {
      begin(line, request, response);
      return;
    }
    line.waiting.push(() => begin(line, request, response));
    socket.pause();
  };
}
