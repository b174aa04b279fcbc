import { describe, expect, it } from 'vitest';
import { driftState } from './drift.policy.js';

// workspace 8.1
describe('the drift of a runtime', () => {
  it.each([
    ['in_sync', 'a', 'a'],
    ['drifted', 'a', 'b'],
    ['unknown', 'a', null],
    ['unknown', null, 'a'],
    ['unknown', null, null],
  ] as const)('is %s where %j is expected and %j observed', (state, expected, observed) => {
    expect(driftState(expected, observed)).toBe(state);
  });
});
