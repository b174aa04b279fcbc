import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { ITEM_COLUMNS } from '../rules/caller-request-item.js';

/** Locks one request, so that the history that is read next matches it. */
export const REQUEST_BY_ID = namedQuery('caller_request_by_id')`
SELECT ${ITEM_COLUMNS}, erasure_result, contact_hashes <> '{}' AS "leadsToContacts",
       array_remove(older_hashes || identifier_hash, NULL) AS hashes
  FROM caller_requests
 WHERE client_id = $1 AND data_env = $2 AND request_id = $3
   FOR SHARE`;

export const HISTORY = namedQuery('caller_request_history')`
SELECT revision, changed_at, actor_kind, actor_id, from_status, to_status, data_found_state, data_found_count,
       status_note_encrypted
  FROM caller_request_history
 WHERE client_id = $1 AND data_env = $2 AND request_id = $3
 ORDER BY revision, actor_kind = 'system'`;
