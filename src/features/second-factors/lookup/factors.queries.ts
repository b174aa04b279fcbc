import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Whether the person $3 belongs to the tenant of the connection. */
const IS_HERE = `EXISTS (
           SELECT FROM portal_user_client_assignments a
            WHERE a.user_id = $3::uuid AND a.client_id = $1 AND a.data_env = $2)`;

const COLUMNS = `factor_id, kind, name, created_at, confirmed_at, last_used_at, secret_encrypted, last_window, challenge,
           credential_id, public_key, sign_count, transports`;

/** A person's factors, and those that were added after $4 and are not confirmed. */
export const FACTORS_OF_PERSON = namedQuery('second_factors_of_person')`
    SELECT ${COLUMNS} FROM second_factors
     WHERE user_id = $3 AND ${IS_HERE} AND (confirmed_at IS NOT NULL OR created_at > $4)
     ORDER BY created_at, factor_id`;

/** Changes of a person's factors wait for each other. */
export const LOCK_FACTORS = namedQuery('lock_second_factors')`
    SELECT pg_advisory_xact_lock(hashtextextended('second factors ' || $3::text, 0)) WHERE ${IS_HERE}`;

/** Adds a pending factor, and deletes those of the person that were never confirmed by $5. */
export const ADD_FACTOR = namedQuery('add_second_factor')`
    WITH cleared AS (
      DELETE FROM second_factors WHERE user_id = $3 AND confirmed_at IS NULL AND created_at <= $5)
    INSERT INTO second_factors (factor_id, user_id, kind, name, created_at, secret_encrypted, challenge)
    SELECT $6::uuid, $3::uuid, $7, $8, $4::timestamptz, $9, $10 WHERE ${IS_HERE}`;

/** Confirms a pending TOTP factor by the first code that counts. */
export const CONFIRM_TOTP = namedQuery('confirm_totp_factor')`
    UPDATE second_factors SET confirmed_at = $5, last_used_at = $5, last_window = $6
     WHERE factor_id = $4 AND user_id = $3 AND confirmed_at IS NULL AND ${IS_HERE} RETURNING factor_id`;

/** Confirms a pending passkey. */
export const CONFIRM_PASSKEY = namedQuery('confirm_passkey_factor')`
    UPDATE second_factors
       SET confirmed_at = $5, last_used_at = $5, challenge = NULL, credential_id = $6, public_key = $7, sign_count = $8,
           transports = $9
     WHERE factor_id = $4 AND user_id = $3 AND confirmed_at IS NULL AND ${IS_HERE}
       AND NOT EXISTS (SELECT FROM second_factors o WHERE o.credential_id = $6)
 RETURNING factor_id`;

/** Uses the code of a window. A used window and earlier ones are no longer valid. */
export const USE_WINDOW = namedQuery('use_totp_window')`
    UPDATE second_factors SET last_window = $6, last_used_at = $5, secret_encrypted = $7
     WHERE factor_id = $4 AND user_id = $3 AND confirmed_at IS NOT NULL AND last_window < $6 AND ${IS_HERE}
 RETURNING factor_id`;

export const USE_PASSKEY = namedQuery('use_passkey')`
    UPDATE second_factors SET sign_count = $6, last_used_at = $5
     WHERE factor_id = $4 AND user_id = $3 AND confirmed_at IS NOT NULL AND ${IS_HERE} RETURNING factor_id`;

export const REMOVE_FACTOR = namedQuery('remove_second_factor')`
    DELETE FROM second_factors WHERE factor_id = $4 AND user_id = $3 AND ${IS_HERE} RETURNING kind`;

export const COUNT_CODES = namedQuery('count_recovery_codes')`
    SELECT count(*)::int AS codes FROM recovery_codes WHERE user_id = $3 AND ${IS_HERE}`;

export const REMOVE_CODES = namedQuery('remove_recovery_codes')`
    DELETE FROM recovery_codes WHERE user_id = $3 AND ${IS_HERE}`;

export const ADD_CODES = namedQuery('add_recovery_codes')`
    INSERT INTO recovery_codes (user_id, code_hash, created_at)
    SELECT $3::uuid, it, $4::timestamptz FROM unnest($5::bytea[]) AS it WHERE ${IS_HERE}`;

/** Uses a code once. */
export const USE_CODE = namedQuery('use_recovery_code')`
    DELETE FROM recovery_codes WHERE user_id = $3 AND code_hash = ANY ($4::bytea[]) AND ${IS_HERE} RETURNING user_id`;

export const ADD_CHALLENGE = namedQuery('add_step_up_challenge')`
    WITH cleared AS (DELETE FROM step_up_challenges WHERE user_id = $3 AND ends_at <= $4)
    INSERT INTO step_up_challenges (challenge_id, user_id, session_id, challenge, ends_at)
    SELECT $5::uuid, $3::uuid, $6::uuid, $7, $8::timestamptz WHERE ${IS_HERE}`;

/** Consumes a challenge, once, in the session that requested it. */
export const TAKE_CHALLENGE = namedQuery('take_step_up_challenge')`
    DELETE FROM step_up_challenges
     WHERE challenge_id = $4 AND user_id = $3 AND session_id = $5 AND ends_at > $6 AND ${IS_HERE} RETURNING challenge`;

/** Removes all factors and recovery codes of a person. @returns how many factors */
export const REMOVE_ALL_FACTORS = namedQuery('remove_all_second_factors')`
    WITH codes AS (DELETE FROM recovery_codes WHERE user_id = $3 AND ${IS_HERE}),
    gone AS (DELETE FROM second_factors WHERE user_id = $3 AND ${IS_HERE} RETURNING confirmed_at)
    SELECT count(*) FILTER (WHERE confirmed_at IS NOT NULL)::int AS factors FROM gone`;
