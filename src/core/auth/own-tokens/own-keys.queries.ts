import { namedQuery } from '../../database/unit-of-work/named-query.js';

/** The keys whose tokens may be valid. */
export const SIGNING_KEYS = namedQuery('token_signing_keys')`
    SELECT key_id, period, sealed_under, public_jwk, private_encrypted, ends_at
      FROM token_signing_keys
     WHERE ends_at > $1
     ORDER BY period DESC, key_id`;

/** Adds the key of a period unless another process has done so, and deletes expired keys. */
export const ADD_SIGNING_KEY = namedQuery('add_token_signing_key')`
    WITH cleared AS (DELETE FROM token_signing_keys WHERE ends_at <= $7)
    INSERT INTO token_signing_keys (key_id, period, sealed_under, public_jwk, private_encrypted, ends_at)
    VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (period, sealed_under) DO NOTHING`;
