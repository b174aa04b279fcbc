import { IncomingMessage } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

// Responses are sent in the order of requests, so pipelining helps a client little. Browsers open
// fewer connections than this to a host.
const MOST_AT_WORK = 8;

// More than any client sends ahead. Each takes 5 KB while it waits.
const MOST_WAITING = 24;

interface Line {
  /** Responses in progress, in the order of their requests. */
  readonly atWork: ServerResponse[];
  /** Further requests, in order. */
  readonly waiting: (() => void)[];
}

const lines = new WeakMap<Duplex, Line>();

/** Whether a connection has received part of a response, but not the rest. */
export const isInAnswer = (socket: Duplex): boolean => lines.get(socket)?.atWork[0]?.headersSent === true;

/**
 * A request. Once its connection is ending, it pretends to be an upgrade, after which Node parses
 * nothing. Otherwise Node would parse the whole read: 2,500 of the smallest requests, 12 MB. 200
 * such connections exhaust the heap (requests 1.8).
 */
export class ConnectionRequest extends IncomingMessage {
  constructor(socket: Socket) {
    super(socket);
    // Node sets the property from the parsed request before it reads it.
    if (socket.destroyed) Object.defineProperty(this, 'upgrade', { get: () => true, set: () => undefined });
  }
}

/**
 * Processes a few requests of each connection at once; more wait, and the connection is not read
 * while they do. Otherwise Node begins each one: thousands of pipelined requests would take 27 KB
 * each. A connection that sends still more is closed (requests 1.8).
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
  // One shared function for all responses, since every request passes here.
  function leave(this: ServerResponse): void {
    const { socket } = this.req;
    const line = lines.get(socket)!;
    line.atWork.splice(line.atWork.indexOf(this), 1);
    // The client has gone: waiting requests end with the connection instead of all starting
    // together.
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
