import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';

// The SDK recognizes a connection that timed out by this code.
const TIMED_OUT = 'ETIMEDOUT';

/**
 * Sends a request and waits for the head of the response. The limit covers all of it: Node's own
 * timeout restarts with each byte, even of interim responses.
 * @param target its `timeout` limits pauses in the response body
 * @throws Error of the connection, and ETIMEDOUT
 */
export function headOf(
  protocol: string,
  target: RequestOptions,
  body: string,
  withinMs: number,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (protocol === 'http' ? http : https).request(target);
    const giveUp = (): void => {
      request.destroy(Object.assign(new Error('No answer in time.'), { code: TIMED_OUT }));
    };
    const timer = setTimeout(giveUp, withinMs);
    const settle = (): void => clearTimeout(timer);
    request.once('response', settle).once('close', settle).once('response', resolve).on('timeout', giveUp);
    // Attached for the request's whole lifetime: an unhandled error event would end the process.
    request.on('error', reject).end(body);
  });
}
