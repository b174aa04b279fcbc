import { describe, expect, it } from 'vitest';
import { searchResult } from './search-result.policy.js';

describe('what is said of a search (caller-requests 10.3)', () => {
  it.each([
    [3, ['k1'], ['k1'], 'found'],
    [1, ['k2', 'k1'], ['k2', 'k1'], 'found'],
    [0, ['k1'], ['k1'], 'not_found'],
    [0, ['k2', 'k1'], ['k1', 'k2'], 'not_found'],
    // Calls whose hashes use a key with which the number was not hashed cannot be recognised.
    [0, ['k2'], ['k2', 'k1'], 'manual_review_required'],
    [3, ['k1'], ['k2', 'k1'], 'manual_review_required'],
  ] as const)('%i calls, hashed with %j of %j: %s', (count, hashedWith, keyIds, state) => {
    expect(searchResult({ calls: count, contacts: 0 }, hashedWith, keyIds)).toEqual({ state, count });
  });

  it.each([
    [0, 2, 'found', 2],
    [3, 2, 'found', 5],
    [0, 0, 'not_found', 0],
    // There are contacts, but no way to find them.
    [3, null, 'manual_review_required', 3],
    [0, null, 'manual_review_required', 0],
  ] as const)('%i calls and %s contacts: %s, %i in all', (calls, contacts, state, count) => {
    expect(searchResult({ calls, contacts }, ['k1'], ['k1'])).toEqual({ state, count });
  });
});
