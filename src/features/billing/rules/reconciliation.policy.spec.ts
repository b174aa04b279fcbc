import { describe, expect, it } from 'vitest';
import { reconciliationState } from './reconciliation.policy.js';

// billing 15.2
describe('three totals', () => {
  it.each([
    ['are matched where they are equal', [7, 7, 7, false], 'matched'],
    ['are matched where nothing was used', [0, 0, 0, false], 'matched'],
    ['are a mismatch by one unit of the source', [8, 7, 7, false], 'mismatch'],
    ['are a mismatch by one unit of what is stored', [7, 8, 7, false], 'mismatch'],
    ['are a mismatch by one unit of the provider', [7, 7, 8, false], 'mismatch'],
    ['are unverified without the source', [null, 7, 7, false], 'unverified'],
    ['are unverified without the provider', [7, 7, null, false], 'unverified'],
    ['are unverified before they await a correction', [null, 7, 7, true], 'unverified'],
    ['await a correction where a window does', [8, 7, 7, true], 'correction_pending'],
    ['await a correction even where they are equal', [7, 7, 7, true], 'correction_pending'],
  ] as const)('%s', (_, [source, stored, provider, isCorrected], state) => {
    expect(reconciliationState({ source, stored, provider, isCorrected })).toBe(state);
  });
});
