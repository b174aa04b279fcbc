import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Takes an address ($3) out that a mail server refuses, now ($4). */
export const BOUNCE = namedQuery('email_address_bounce')`
    UPDATE email_addresses
       SET status = 'bounced', ended_at = $4, token_hash = NULL, token_expires_at = NULL, mail_sealed = NULL
     WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid AND status IN ('pending', 'verified')
    RETURNING address_id`;
