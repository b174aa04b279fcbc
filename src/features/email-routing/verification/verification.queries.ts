import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Values for a mail to an address ($3, asked for the $4th time), unless it was already sent or is
 * no longer needed.
 */
export const VERIFICATION_TO_MAIL = namedQuery('email_verification_to_mail')`
    SELECT address_id, email_sealed, mail_sealed, unsubscribe_hash, unsubscribe_sealed, language, token_expires_at
      FROM email_addresses
     WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid AND sends = $4 AND status = 'pending'
       AND mail_status = 'pending' AND mail_sealed IS NOT NULL`;

/** Records the result of that mail ($5), once. From then on, only the owner of the address has the token. */
export const SETTLE_VERIFICATION = namedQuery('email_verification_settle')`
    UPDATE email_addresses SET mail_status = $5, mail_sealed = NULL
     WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid AND sends = $4 AND mail_status = 'pending'
    RETURNING address_id`;
