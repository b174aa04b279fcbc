import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The addresses of a client, locked for a change. */
export const ADDRESSES_TO_HASH = namedQuery('email_addresses_to_hash')`
    SELECT address_id, email_sealed, email_hash, unsubscribe_hash, unsubscribe_sealed
      FROM email_addresses WHERE client_id = $1 AND data_env = $2
     ORDER BY address_id
       FOR UPDATE`;

/** Stores the hash ($4) of an address ($3), the hash of its unsubscribe token ($5), and that token ($6). */
export const STORE_HASHES = namedQuery('email_addresses_store_hashes')`
    UPDATE email_addresses SET email_hash = $4, unsubscribe_hash = $5, unsubscribe_sealed = $6
     WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid`;
