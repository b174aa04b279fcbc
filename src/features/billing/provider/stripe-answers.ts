import { addAbortSignal, type Readable } from 'node:stream';
import type Stripe from 'stripe';
import { LoggableError } from '../../../core/kernel/platform-error.js';

// A page of a hundred invoices with ten lines each has 2 MB.
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * Reads answers in place of the SDK (billing 11.2): no more than so many bytes, within so much time, and objects alone. The SDK
 * would keep whatever comes, and adds a field to each answer outside of the promise that its caller waits for: a number, a text
 * or a boolean would end the process.
 */
export function boundedAnswers(client: Stripe.HttpClient, withinMs: number): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request);
    const message = response.getRawResponse() as Readable;
    response.toJSON = async () => {
      const answer: unknown = JSON.parse(await textOf(message, withinMs));
      if (typeof answer !== 'object' || answer === null)
        throw new LoggableError('The billing provider answered JSON that is no object.');
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
      throw new LoggableError(`The billing provider answered more than ${MAX_ANSWER_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
