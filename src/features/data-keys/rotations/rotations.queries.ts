import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Adds a key after the existing ones of the tenant ($3 its id, $4 wrapped, $5 by whom). */
export const ADD_KEY = namedQuery('add_data_key')`
    INSERT INTO tenant_data_keys (client_id, data_env, purpose, generation, key_id, wrapped_key, provider_id)
    SELECT $1, $2, 'encryption', max(k.generation) + 1, $3, $4, $5 FROM tenant_data_keys k
     WHERE k.client_id = $1 AND k.data_env = $2 AND k.purpose = 'encryption'`;

/** Begins a rotation from all current keys to $3 (at $4) unless one of the tenant is open. */
export const START_ROTATION = namedQuery('start_key_rotation')`
    INSERT INTO key_rotations (client_id, data_env, new_key_id, old_key_ids, started_at, pass_started_at, next_work_at)
    SELECT $1, $2, $3, array_agg(k.key_id), $4, $4, $4 FROM tenant_data_keys k
     WHERE k.client_id = $1 AND k.data_env = $2 AND k.purpose = 'encryption'
        ON CONFLICT DO NOTHING
 RETURNING cardinality(old_key_ids) AS old_keys`;

/** Leases the tenant's open rotation if it is due at $5 and has no holder ($3 token, $4 until). */
export const CLAIM_ROTATION = namedQuery('claim_key_rotation')`
    UPDATE key_rotations r SET lease_token = $3, lease_until = $4
     WHERE r.client_id = $1 AND r.data_env = $2 AND r.ended_at IS NULL AND r.next_work_at <= $5
       AND (r.lease_until IS NULL OR r.lease_until <= $5)
 RETURNING r.rotation_id, r.new_key_id, r.old_key_ids, r.started_at, r.pass, r.pass_started_at, r.step,
           r.after_row, r.found, r.unopened, r.waiting, r.last_found_at`;

/** Stores the progress of the holder of the lease $3, and extends the lease to $4. */
export const SAVE_PROGRESS = namedQuery('save_key_rotation')`
    UPDATE key_rotations r
       SET lease_until = $4, step = $5, after_row = $6, found = $7, unopened = $8, waiting = $9,
           resealed = r.resealed + $10, last_found_at = $11, pass = $12, pass_started_at = $13, next_work_at = $14
     WHERE r.client_id = $1 AND r.data_env = $2 AND r.ended_at IS NULL AND r.lease_token = $3
 RETURNING r.rotation_id`;

/** Ends the rotation of the holder of the lease $3. */
export const END_ROTATION = namedQuery('end_key_rotation')`
    UPDATE key_rotations r SET ended_at = $4, lease_token = NULL, lease_until = NULL
     WHERE r.client_id = $1 AND r.data_env = $2 AND r.ended_at IS NULL AND r.lease_token = $3
 RETURNING r.resealed`;

export const DELETE_KEYS = namedQuery('delete_data_keys')`
    DELETE FROM tenant_data_keys k
     WHERE k.client_id = $1 AND k.data_env = $2 AND k.purpose = 'encryption' AND k.key_id = ANY($3::text[])`;

/** Tenants whose rotation is due ($1: now). */
export const DUE_ROTATIONS = namedQuery('due_key_rotations')`
    SELECT r.client_id, r.data_env FROM key_rotations r
     WHERE r.ended_at IS NULL AND r.next_work_at <= $1 AND (r.lease_until IS NULL OR r.lease_until <= $1)`;

/** Open rotations of all tenants, and those that ended after $1. */
export const ALL_ROTATIONS = namedQuery('all_key_rotations')`
    SELECT r.client_id, r.data_env, r.started_at, r.ended_at, r.pass, r.step, r.found, r.unopened, r.waiting,
           r.resealed, r.next_work_at
      FROM key_rotations r WHERE r.ended_at IS NULL OR r.ended_at > $1
     ORDER BY r.ended_at NULLS FIRST, r.started_at`;
