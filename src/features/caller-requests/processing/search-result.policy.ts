import type { DataFoundState } from '../rules/vocabulary.js';

/** What a search has come to. */
export interface SearchResult {
  readonly state: DataFoundState;
  readonly count: number;
}

/**
 * What is said of a search (caller-requests 10.3).
 * @param count calls that were found
 * @param hashedWith keys that the number of the request was hashed with
 * @param keyIds all keys that calls may have been hashed with
 */
export function searchResult(
  count: number,
  hashedWith: readonly string[],
  keyIds: readonly string[],
): SearchResult {
  const isWhole = keyIds.every((keyId) => hashedWith.includes(keyId));
  if (!isWhole) return { state: 'manual_review_required', count };
  return { state: count > 0 ? 'found' : 'not_found', count };
}
