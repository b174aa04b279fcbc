import type Stripe from 'stripe';
import { LoggableError } from '../../../core/kernel/platform-error.js';

/**
 * Refuses answers that are JSON but no object (billing 11.2). The SDK adds a field to each answer outside of the promise that
 * its caller waits for: a number, a text or a boolean would end the process.
 */
export function objectAnswers(client: Stripe.HttpClient): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request);
    const toJSON = response.toJSON.bind(response);
    response.toJSON = async () => {
      const answer: unknown = await toJSON();
      if (typeof answer !== 'object' || answer === null)
        throw new LoggableError('The billing provider answered JSON that is no object.');
      return answer;
    };
    return response;
  };
  return client;
}
