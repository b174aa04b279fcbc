import { describe, expect, it } from 'vitest';
import { availableUnder } from './figures.policy.js';

// capacity 2.2
describe('what dials may still take', () => {
  it.each([
    // limit, reserved, inbound, outbound, room
    [20, 0, 0, 0, 20],
    [20, 0, 0, 19, 1],
    [20, 0, 0, 20, 0],
    [20, 5, 0, 0, 15],
    [20, 5, 0, 15, 0],
    [20, 5, 5, 15, 0],
    [20, 5, 3, 10, 5],
    [20, 5, 7, 10, 3],
    [20, 5, 25, 0, 0],
    [20, 20, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [10, 0, 0, 12, 0],
  ])(
    'of %i with %i reserved, %i in and %i out: %i',
    (concurrencyLimit, reservedInbound, inbound, outbound, room) => {
      expect(availableUnder({ concurrencyLimit, reservedInbound }, { inbound, outbound })).toBe(room);
    },
  );
});
