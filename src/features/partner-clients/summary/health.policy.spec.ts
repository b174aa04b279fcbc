import { describe, expect, it } from 'vitest';
import { healthOf } from './health.policy.js';

// partner-clients 4.3
describe('the health of a client', () => {
  it.each([
    [[], 'healthy'],
    [[false, false], 'healthy'],
    [[false, true], 'attention'],
    [[null, true], 'attention'],
    [[null, false], 'unknown'],
    [[null, null], 'unknown'],
  ])('of %j is %s', (signals, expected) => {
    expect(healthOf(signals)).toBe(expected);
  });
});
