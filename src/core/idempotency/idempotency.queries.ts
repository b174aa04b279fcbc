import { namedQuery } from '../database/unit-of-work/named-query.js';

// The first five parameters are the key of the record.
const IS_RECORD = `client_id = $1 AND data_env = $2 AND operation = $3 AND key_hash = $4 AND actor = $5`;

/**
 * Reserves the key if it is free or expired, or if its holder is past the deadline with the same
 * request; one statement, so that only one of many requests gets it. Returns whether another
 * request held it before.
 */
export const RESERVE = namedQuery('idempotency_reserve')`
    INSERT INTO idempotency_records AS r
           (client_id, data_env, operation, key_hash, actor, fingerprint, lock_token, locked_until, expires_at,
            request_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11)
    ON CONFLICT (client_id, data_env, operation, key_hash, actor) DO UPDATE
       SET fingerprint = excluded.fingerprint, lock_token = excluded.lock_token,
           locked_until = excluded.locked_until, expires_at = excluded.expires_at, request_id = excluded.request_id,
           completed_at = NULL, response_status = NULL, response_headers = NULL, response_body = NULL
     WHERE r.expires_at <= $10
        OR (r.completed_at IS NULL AND r.locked_until <= $10
            AND (r.fingerprint = excluded.fingerprint OR r.fingerprint IS NULL OR excluded.fingerprint IS NULL))
    RETURNING coalesce(old.expires_at > $10, false) AS is_takeover`;

export const FIND_RECORD = namedQuery('idempotency_find')`
    SELECT fingerprint, completed_at IS NOT NULL AS is_completed, locked_until,
           response_status, response_headers, response_body
      FROM idempotency_records WHERE ${IS_RECORD}`;

/** Releases the key after a failure, unless its record was completed. */
export const RELEASE = namedQuery('idempotency_release')`
    DELETE FROM idempotency_records WHERE ${IS_RECORD} AND lock_token = $6 AND completed_at IS NULL`;

/**
 * Releases the key of a request whose effect in a tenant store may be partly stored. The record
 * stays, so that the next request looks there.
 */
export const HAND_BACK = namedQuery('idempotency_hand_back')`
    UPDATE idempotency_records SET locked_until = 'epoch', lock_token = gen_random_uuid(), fingerprint = NULL
     WHERE ${IS_RECORD} AND lock_token = $6 AND completed_at IS NULL`;

export const IS_HELD = namedQuery('idempotency_is_held')`
    SELECT 1 FROM idempotency_records WHERE ${IS_RECORD} AND lock_token = $6 AND completed_at IS NULL`;

/**
 * Stores the response of an effect in a tenant store, even if another request now holds the key.
 */
export const COMPLETE_FROM_EFFECT = namedQuery('idempotency_complete_from_effect')`
    INSERT INTO idempotency_records AS r
           (client_id, data_env, operation, key_hash, actor, lock_token, fingerprint, locked_until, completed_at,
            expires_at, response_status, response_headers, response_body)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12)
    ON CONFLICT (client_id, data_env, operation, key_hash, actor) DO UPDATE
       SET fingerprint = excluded.fingerprint, completed_at = excluded.completed_at,
           response_status = excluded.response_status, response_headers = excluded.response_headers,
           response_body = excluded.response_body
     WHERE r.completed_at IS NULL`;

/** Removes expired records, oldest first, except those that a request is taking over. */
export const REAP = namedQuery('idempotency_reap')`
    WITH dead AS (
      SELECT client_id, data_env, operation, key_hash, actor FROM idempotency_records
       WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    DELETE FROM idempotency_records r USING dead d
     WHERE r.client_id = d.client_id AND r.data_env = d.data_env AND r.operation = d.operation
       AND r.key_hash = d.key_hash AND r.actor = d.actor
    RETURNING 1`;
