import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { DataFoundState } from '../rules/vocabulary.js';
import { REQUEST_TO_PROCESS } from './processing.queries.js';

interface Row {
  readonly tracking_number: number;
  readonly identifier_hash: Buffer | null;
  readonly hash_key_id: string | null;
  readonly older_hashes: readonly Buffer[];
  readonly older_hash_key_ids: readonly string[];
  readonly contact_hashes: readonly Buffer[];
  readonly data_found_state: DataFoundState;
  readonly data_found_count: number | null;
  readonly erasure_asked_at: Date | null;
}

export interface ProcessedRequest {
  readonly trackingNumber: number;
  /** Hashes of the number under each key that it was hashed with; empty for a manual identifier. */
  readonly hashes: readonly Buffer[];
  readonly keyIds: readonly string[];
  /** The same for contacts; empty for a request from before these were stored. */
  readonly contactHashes: readonly Buffer[];
  /** Whether the result of a search is already recorded. */
  readonly isSearched: boolean;
  /** Null if no erasure is in progress. */
  readonly erasureAskedAt: Date | null;
}

/** Null if there is no such request. */
export async function requestToProcess(db: StoreReader, requestId: string): Promise<ProcessedRequest | null> {
  const [row] = await db.query<Row>(REQUEST_TO_PROCESS, [requestId]);
  if (!row) return null;
  const { identifier_hash: hash, hash_key_id: keyId } = row;
  return {
    trackingNumber: row.tracking_number,
    hashes: hash === null ? [] : [hash, ...row.older_hashes],
    keyIds: keyId === null ? [] : [keyId, ...row.older_hash_key_ids],
    contactHashes: row.contact_hashes,
    erasureAskedAt: row.erasure_asked_at,
    isSearched: row.data_found_state !== 'manual_review_required' || row.data_found_count !== null,
  };
}
