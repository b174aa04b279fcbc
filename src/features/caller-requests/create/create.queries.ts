import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { ITEM_COLUMNS } from '../rules/caller-request-item.js';

/**
 * The number of the tenant's next request. Its row stays locked until the request is committed:
 * another one waits, and an unused number is assigned again.
 */
export const NEXT_NUMBER = namedQuery('caller_request_next_number')`
INSERT INTO caller_request_counters AS c (client_id, data_env, last_number) VALUES ($1, $2, 1)
    ON CONFLICT (client_id, data_env) DO UPDATE SET last_number = c.last_number + 1
RETURNING last_number`;

/**
 * Stores a request with the first entry of its history. Runs as a separate statement after
 * NEXT_NUMBER, so that it sees every earlier request. The request repeats the first one for the
 * same telephone number, under any of the keys.
 */
export const INSERT_REQUEST = namedQuery('caller_request_insert')`
WITH request AS (
  INSERT INTO caller_requests (
         client_id, data_env, tracking_number, request_type, status, source, received_at, timezone, due_at,
         due_date_local, urgent_from, overdue_from, caller_display, contact_kind, identifier_kind, identifier_hash,
         hash_key_id, data_found_state, project_labels, source_project_id, support_ticket_reference, created_at,
         updated_at, older_hashes, older_hash_key_ids, request_id, contact_hashes, duplicate_of)
  VALUES ($1, $2, $3, $4, 'needs_review', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
          'manual_review_required', $17, $18, $19, $20, $20, $23, $24, $25, $26,
          (SELECT min(e.tracking_number) FROM caller_requests e
            WHERE e.client_id = $1 AND e.data_env = $2 AND e.identifier_hash = ANY ($15::bytea || $23::bytea[])))
  RETURNING ${ITEM_COLUMNS}
), history AS (
  INSERT INTO caller_request_history (
         client_id, data_env, request_id, revision, changed_at, actor_kind, actor_id, to_status, data_found_state)
  SELECT $1, $2, request_id, revision, $20, $21, $22, status, data_found_state FROM request
)
SELECT * FROM request`;
