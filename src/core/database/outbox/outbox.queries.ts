import { namedQuery } from '../unit-of-work/named-query.js';

export const APPEND_AUDIT = namedQuery('audit_append')`
    INSERT INTO audit_outbox (client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/**
 * Inserts an effect row unless there is one that has not expired. Waits for a transaction that is
 * inserting one.
 */
export const LEAVE_EFFECT = namedQuery('idempotency_leave_effect')`
    INSERT INTO idempotency_effects AS e (client_id, data_env, operation, key_hash, actor, lock_token, fingerprint, completed_at,
           expires_at, response_status, response_headers, response_body)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    ON CONFLICT (client_id, data_env, operation, key_hash, actor) DO UPDATE
       SET lock_token = excluded.lock_token, fingerprint = excluded.fingerprint,
           completed_at = excluded.completed_at, expires_at = excluded.expires_at,
           response_status = excluded.response_status, response_headers = excluded.response_headers,
           response_body = excluded.response_body
     WHERE e.expires_at <= excluded.completed_at
    RETURNING 1`;
