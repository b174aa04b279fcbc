import type { DataFoundState } from '../rules/vocabulary.js';

export interface FoundData {
  readonly calls: number;
  /** Null if there are contacts but the request has no hashes to find them. */
  readonly contacts: number | null;
}

export interface SearchResult {
  readonly state: DataFoundState;
  readonly count: number;
}

/**
 * Summarises a search (caller-requests 10.3).
 * @param found what was found, and whether contacts could be searched
 * @param hashedWith keys with which the number of the request was hashed
 * @param keyIds all keys with which calls and contacts may have been hashed
 */
export function searchResult(
  { calls, contacts }: FoundData,
  hashedWith: readonly string[],
  keyIds: readonly string[],
): SearchResult {
  const count = calls + (contacts ?? 0);
  const isWhole = contacts !== null && keyIds.every((keyId) => hashedWith.includes(keyId));
  if (!isWhole) return { state: 'manual_review_required', count };
  return { state: count > 0 ? 'found' : 'not_found', count };
}
