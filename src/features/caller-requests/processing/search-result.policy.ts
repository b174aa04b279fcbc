import type { DataFoundState } from '../rules/vocabulary.js';

export interface FoundData {
  readonly calls: number;
  /** Null where there are contacts and the request leads to none of them. */
  readonly contacts: number | null;
}

export interface SearchResult {
  readonly state: DataFoundState;
  readonly count: number;
}

/**
 * Sums up a search (caller-requests 10.3).
 * @param found what was found, and whether contacts could be looked for
 * @param hashedWith keys that the number of the request was hashed with
 * @param keyIds all keys that calls and contacts may have been hashed with
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
