import { namedQuery } from '../unit-of-work/named-query.js';

/** Returns nothing, so that the login needs no right to read the audit trail. */
export const INSERT_AUDIT_EVENT = namedQuery('insert_audit_event')`
    INSERT INTO audit_events
           (client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/**
 * Stores the response of an idempotent request in the transaction of its effect, if it still holds
 * the key.
 */
export const COMPLETE_RECORD = namedQuery('idempotency_complete')`
    UPDATE idempotency_records
       SET completed_at = $7, fingerprint = $8, response_status = $9, response_headers = $10, response_body = $11
     WHERE client_id = $1 AND data_env = $2 AND operation = $3 AND key_hash = $4 AND actor = $5
       AND lock_token = $6 AND completed_at IS NULL
    RETURNING 1`;
