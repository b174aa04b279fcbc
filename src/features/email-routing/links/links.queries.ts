import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Confirms an address ($3) by its token ($4: the valid hashes), now ($5): once, and until it ends. */
export const VERIFY_ADDRESS = namedQuery('email_address_verify')`
    UPDATE email_addresses
       SET status = 'verified', verified_at = $5, token_hash = NULL, token_expires_at = NULL
     WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid AND token_hash = ANY($4::bytea[]) AND status = 'pending'
       AND token_expires_at > $5
    RETURNING address_id`;

/** Unsubscribes an address ($3) for its owner, now ($4). */
export const LEAVE = namedQuery('email_address_leave')`
    UPDATE email_addresses
       SET status = 'removed', topics = '{}', ended_at = $4, token_hash = NULL, token_expires_at = NULL, mail_sealed = NULL
     WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid AND status <> 'removed'
    RETURNING address_id`;
