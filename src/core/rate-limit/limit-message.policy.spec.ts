import { describe, expect, it } from 'vitest';
import { limitMessage } from './limit-message.policy.js';

// requests 8.2
describe('the message of a limit', () => {
  const windows = { caller: { limit: 3, seconds: 600 }, tenant: { limit: 12, seconds: 600 } };
  it.each([
    [['caller'], '3 in 600 seconds for each caller.'],
    [['tenant'], '12 in 600 seconds for each client.'],
    [['caller', 'tenant'], '3 in 600 seconds for each caller, and 12 in 600 seconds for each client.'],
  ] as const)('names %j', (full, text) => {
    expect(limitMessage(full, windows)).toBe(
      `You have reached the limit of this route: ${text} Retry after the time in Retry-After.`,
    );
  });
});
