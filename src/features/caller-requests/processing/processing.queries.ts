import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const REQUEST_TO_PROCESS = namedQuery('caller_request_to_process')`
SELECT tracking_number, identifier_hash, hash_key_id, older_hashes, older_hash_key_ids, contact_hashes,
       data_found_state, data_found_count, erasure_asked_at
  FROM caller_requests
 WHERE client_id = $1 AND data_env = $2 AND request_id = $3`;

/**
 * The revision of request $3 whose erasure was requested at $4, locked so that the result can be
 * recorded.
 */
export const LOCK_ERASED_REQUEST = namedQuery('caller_request_lock_erased')`
SELECT revision
  FROM caller_requests
 WHERE client_id = $1 AND data_env = $2 AND request_id = $3 AND erasure_asked_at = $4
   FOR UPDATE`;

/** Records the result of an erasure with a line of history, and ends the erasure. */
export const RECORD_ERASURE = namedQuery('caller_request_record_erasure')`
WITH request AS (
  UPDATE caller_requests
     SET revision = revision + 1, updated_at = $4, data_found_state = $5, data_found_count = coalesce($6, data_found_count),
         erasure_asked_at = NULL, erasure_result = coalesce($10, erasure_result)
   WHERE client_id = $1 AND data_env = $2 AND request_id = $3
  RETURNING request_id, revision, status, data_found_state, data_found_count
)
INSERT INTO caller_request_history (
       client_id, data_env, request_id, revision, changed_at, actor_kind, actor_id, from_status, to_status,
       data_found_state, data_found_count, status_note_encrypted)
SELECT $1, $2, request_id, revision, $4, $7, $8, status, status, data_found_state, data_found_count, $9 FROM request`;

/**
 * Records the result of the search for data, with a history entry; does nothing if an earlier
 * search or a person has already settled it. The revision stays, so that a transition that names it
 * is not stale.
 */
export const RECORD_SEARCH = namedQuery('caller_request_record_search')`
WITH request AS (
  UPDATE caller_requests
     SET updated_at = $4, data_found_state = $5, data_found_count = $6
   WHERE client_id = $1 AND data_env = $2 AND request_id = $3
     AND data_found_state = 'manual_review_required' AND data_found_count IS NULL
  RETURNING request_id, revision, status, data_found_state, data_found_count
), history AS (
  INSERT INTO caller_request_history (
         client_id, data_env, request_id, revision, changed_at, actor_kind, actor_id, from_status, to_status,
         data_found_state, data_found_count)
  SELECT $1, $2, request_id, revision, $4, $7, $8, status, status, data_found_state, data_found_count FROM request
)
SELECT revision FROM request`;
