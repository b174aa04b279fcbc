import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';

// By which the SDK takes a failure for a connection that did not answer.
const TIMED_OUT = 'ETIMEDOUT';

/**
 * Asks, and waits for the head of the answer. The bound is for all of it: a timeout of Node's
 * begins again with each byte, also of interim answers.
 * @param target its `timeout` bounds the silences of the answer's body
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
    // For as long as it lives: an error that nothing listens to would end the process.
    request.on('error', reject).end(body);
  });
}
