import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { envelopeFor } from '../../http/errors/envelopes.js';
import { CATALOGUE } from '../../shared/catalogue.js';
import { PlatformError } from '../../shared/platform-error.js';
import { isInAnswer } from './limit-pipelining.js';

const TOO_LATE = new PlatformError(CATALOGUE.bodyTooSlow, {
  message: 'The request did not arrive in time: its headers may take 10 seconds, the whole request a minute.',
});
const UNREADABLE = new PlatformError(CATALOGUE.validationFailed, {
  message:
    'The request cannot be read as HTTP/1.1. Check its method, the characters in its URL and headers, ' +
    'and the lengths that it declares; headers may be up to 128 KiB.',
});

/**
 * Responds to input that Node's parser rejects (requests 1.7), with the envelope of an absent
 * route, and closes the connection, because the start of the next request is unknown. It neither
 * repeats nor logs any of the input.
 */
export function answerUnreadable({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  // After the beginning of a response, this would be read as part of it.
  if (!socket.writable || code === 'ECONNRESET' || isInAnswer(socket)) {
    socket.destroy();
    return;
  }
  answerAndHangUp(socket, code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_LATE : UNREADABLE);
}

/** Responds to CONNECT, which requests a tunnel: Node would close the connection silently. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  // Node has removed its own listener.
  socket.on('error', () => socket.destroy());
  answerAndHangUp(socket, UNREADABLE);
}

function answerAndHangUp(socket: Duplex, error: PlatformError): void {
  const requestId = randomUUID();
  const body = JSON.stringify(envelopeFor('general', error, requestId));
  const { status } = error.entry;
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-ID: ${requestId}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
