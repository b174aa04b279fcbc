import { namedQuery } from '../database/unit-of-work/named-query.js';

const ROW = `operation, key_hash, actor, lock_token, fingerprint, completed_at, expires_at,
           response_status, response_headers, response_body`;

export const FIND_EFFECT = namedQuery('idempotency_find_effect')`
    SELECT ${ROW} FROM idempotency_effects
     WHERE client_id = $1 AND data_env = $2 AND operation = $3 AND key_hash = $4 AND actor = $5 AND expires_at > $6`;

export const LIST_EFFECTS = namedQuery('idempotency_list_effects')`
    SELECT ${ROW} FROM idempotency_effects WHERE client_id = $1 AND data_env = $2
     ORDER BY operation, key_hash, actor LIMIT $3`;

/** Removes effect rows unless another effect has replaced them. */
export const REMOVE_EFFECTS = namedQuery('idempotency_remove_effects')`
    DELETE FROM idempotency_effects e USING unnest($3::uuid[]) AS done (lock_token)
     WHERE e.client_id = $1 AND e.data_env = $2 AND e.lock_token = done.lock_token`;
