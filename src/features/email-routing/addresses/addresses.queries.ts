import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Counts the client's addresses, of all parties, and finds the one of a party ($3) with one
 * of the hashes ($4).
 */
export const ROOM_FOR_ADDRESS = namedQuery('email_addresses_room')`
    SELECT (count(*) FILTER (WHERE status <> 'removed'))::integer AS total,
           (array_agg(address_id) FILTER (WHERE email_hash = ANY($4::bytea[]) AND organisation_id IS NOT DISTINCT FROM $3))[1] AS known
      FROM email_addresses WHERE client_id = $1 AND data_env = $2`;

export const CLIENT_IN_MAIL = namedQuery('email_client_in_mail')`
    SELECT business_name FROM clients WHERE client_id = $1 AND $2::text IS NOT NULL`;

/**
 * Adds an address ($3) of a party ($4): the address sealed ($5) and hashed ($6), label ($7),
 * language ($8), topics ($9), hash of the unsubscribe token ($10), now ($11), and the person who
 * adds it ($12).
 */
export const ADD_ADDRESS = namedQuery('email_addresses_add')`
    INSERT INTO email_addresses
           (client_id, data_env, address_id, organisation_id, email_sealed, email_hash, label, language, topics,
            unsubscribe_hash, sends, created_at, created_by)
    VALUES ($1, $2, $3::uuid, $4, $5, $6, $7, $8, $9, $10, 0, $11, $12)`;

/** Reactivates a removed or bounced address ($3), for a person ($4), at a time ($5). */
export const RETURN_ADDRESS = namedQuery('email_addresses_return')`
    UPDATE email_addresses SET created_by = $4, created_at = $5
     WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid`;

/** Requests the confirmation of an address ($3): token ($4), its expiry ($5), mail ($6). */
export const ASK_VERIFICATION = namedQuery('email_addresses_ask')`
    UPDATE email_addresses
       SET status = 'pending', token_hash = $4, token_expires_at = $5, mail_sealed = $6, mail_status = 'pending',
           sends = sends + 1, verified_at = NULL, ended_at = NULL
     WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid
    RETURNING sends`;

/**
 * Changes label ($4), language ($5), topics ($6) and the times of mails of an address ($3): delivery
 * ($7), daily mail ($8), quiet hours ($9, $10), zone ($11).
 */
export const CHANGE_ADDRESS = namedQuery('email_addresses_change')`
    UPDATE email_addresses
       SET label = $4, language = $5, topics = $6, delivery = $7, digest_at = $8, quiet_from = $9, quiet_until = $10,
           timezone = $11
     WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid`;

export const DELETE_ADDRESS = namedQuery('email_addresses_delete')`
    DELETE FROM email_addresses WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid`;
