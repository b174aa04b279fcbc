import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Begins a sign-in, and deletes some that were never completed. */
export const BEGIN_SIGN_IN = namedQuery('portal_begin_sign_in')`
    WITH cleared AS (
      DELETE FROM portal_sign_ins o WHERE o.state_hash IN (
        SELECT e.state_hash FROM portal_sign_ins e WHERE e.ends_at <= $5
         ORDER BY e.ends_at LIMIT 10 FOR UPDATE SKIP LOCKED))
    INSERT INTO portal_sign_ins (state_hash, browser_hash, secrets_encrypted, ends_at) VALUES ($1, $2, $3, $4)`;

/** Consumes the one sign-in of a state and a browser, only once. */
export const TAKE_SIGN_IN = namedQuery('portal_take_sign_in')`
    DELETE FROM portal_sign_ins WHERE state_hash = ANY($1::bytea[]) AND browser_hash = ANY($2::bytea[])
    RETURNING state_hash, secrets_encrypted, ends_at`;
