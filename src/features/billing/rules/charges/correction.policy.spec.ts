import { expect, it } from 'vitest';
import { settledStatus } from './correction.policy.js';

// billing 14.7
it.each([
  [3, false, 'frozen'],
  [0, false, 'zero'],
  [3, true, 'submitted'],
  [0, true, 'submitted'],
])(
  'a correction to %i units, possibly counted by the provider: %s, is %s',
  (quantity, mayBeCounted, status) => {
    expect(settledStatus(quantity, mayBeCounted)).toBe(status);
  },
);
