import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { ITEM_COLUMNS } from '../rules/caller-request-item.js';

/** The current request $3, locked until the change is committed. */
export const LOCK_REQUEST = namedQuery('caller_request_lock')`
SELECT ${ITEM_COLUMNS}, erasure_asked_at
  FROM caller_requests
 WHERE client_id = $1 AND data_env = $2 AND request_id = $3
   FOR UPDATE`;

/**
 * Changes a locked request, with a line of its history. A null parameter leaves its column
 * unchanged.
 */
export const MOVE_REQUEST = namedQuery('caller_request_move')`
WITH request AS (
  UPDATE caller_requests
     SET revision = revision + 1, status = $4, closed_at = $5, updated_at = $6,
         data_found_state = coalesce($7, data_found_state), data_found_count = coalesce($8, data_found_count),
         project_labels = coalesce($9, project_labels), erasure_asked_at = coalesce($14, erasure_asked_at)
   WHERE client_id = $1 AND data_env = $2 AND request_id = $3
  RETURNING ${ITEM_COLUMNS}
), history AS (
  INSERT INTO caller_request_history (
         client_id, data_env, request_id, revision, changed_at, actor_kind, actor_id, from_status, to_status,
         data_found_state, data_found_count, status_note_encrypted)
  SELECT $1, $2, request_id, revision, $6, $10, $11, $12, status, data_found_state, data_found_count, $13
    FROM request
)
SELECT * FROM request`;
