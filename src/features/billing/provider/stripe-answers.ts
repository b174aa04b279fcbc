import { addAbortSignal, type Readable } from 'node:stream';
import type Stripe from 'stripe';
import { LoggableError } from '../../../core/shared/platform-error.js';
import { headOf } from './answer-head.js';

// A page of a hundred invoices with ten lines each has 2 MB.
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * Sends requests and reads responses for the SDK (billing 11.2). It limits the bytes and the time
 * of a response, and accepts only objects. The SDK itself waits as long as bytes arrive, and keeps
 * all of them. It also adds a field to each response outside its caller's promise: a number, a text
 * or a boolean would end the process.
 * @param withinMs for the head of a response, and for the rest
 */
export function boundedClient(sdk: typeof Stripe, withinMs: number): Stripe.HttpClient {
  const client: Stripe.HttpClient = sdk.createNodeHttpClient();
  client.makeRequest = async (host, port, path, method, headers, body, protocol) => {
    const target = { host, port, path, method, headers: headers as Record<string, string> };
    const message = await headOf(protocol, target, body, withinMs);
    const response = new sdk.HttpClientResponse(message.statusCode ?? 0, message.headers as never);
    response.getRawResponse = () => message;
    response.toJSON = async () => {
      const answer: unknown = JSON.parse(await textOf(message, withinMs));
      if (typeof answer !== 'object' || answer === null)
        throw new LoggableError('The billing provider sent JSON that is not an object.');
      return answer;
    };
    return response;
  };
  return client;
}
async function textOf(message: Readable, withinMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of addAbortSignal(AbortSignal.timeout(withinMs), message) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new LoggableError(`The billing provider sent more than ${MAX_ANSWER_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
