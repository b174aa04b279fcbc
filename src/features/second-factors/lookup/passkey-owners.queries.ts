import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** A confirmed passkey of an active person by its credential ($1). */
export const PASSKEY_OF_CREDENTIAL = namedQuery('passkey_of_credential')`
    SELECT f.factor_id, f.user_id, f.kind, f.credential_id, f.public_key, f.sign_count, f.transports
      FROM second_factors f
      JOIN portal_users u ON u.user_id = f.user_id AND u.active
     WHERE f.credential_id = $1 AND f.kind = 'webauthn' AND f.confirmed_at IS NOT NULL`;

/**
 * Records the use of a passkey ($1) now ($3). A passkey that counts its signatures ($2) never
 * counts backwards.
 */
export const USE_CREDENTIAL = namedQuery('use_passkey_of_credential')`
    UPDATE second_factors SET sign_count = $2, last_used_at = $3
     WHERE factor_id = $1 AND confirmed_at IS NOT NULL AND (sign_count < $2 OR $2 = 0)
 RETURNING factor_id`;
