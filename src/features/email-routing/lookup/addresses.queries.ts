import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The addresses of a party: of an organisation ($3), or of the customer (null). */
const ADDRESSES = `
    SELECT address_id, email_sealed, email_hash, label, language, topics, status, mail_status, sends, token_expires_at,
           created_at, created_by, verified_at, delivery, digest_at, quiet_from, quiet_until, timezone
      FROM email_addresses
     WHERE client_id = $1 AND data_env = $2 AND organisation_id IS NOT DISTINCT FROM $3`;

export const LIST_ADDRESSES = namedQuery('email_addresses_list')`
    ${ADDRESSES}
     ORDER BY created_at, address_id`;

/** One address of a party ($4), locked for a change. */
export const HOLD_ADDRESS = namedQuery('email_addresses_hold')`
    ${ADDRESSES} AND address_id = $4::uuid
       FOR UPDATE`;

/** Lets one request of a client at a time count addresses, or compare and replace its rules. */
export const TAKE_ADDRESSES_TURN = namedQuery('email_addresses_take_turn')`
    SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), 'email-addresses', $1::text, $2::text), 0))`;

/** Replaces the topics ($4) of an address ($3). */
export const SET_TOPICS = namedQuery('email_addresses_set_topics')`
    UPDATE email_addresses SET topics = $4 WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid`;

/** The hashes of all verified addresses of the client. */
export const VERIFIED_ADDRESSES = namedQuery('email_addresses_verified')`
    SELECT email_hash FROM email_addresses WHERE client_id = $1 AND data_env = $2 AND status = 'verified'`;

/** Disables an address ($3) that a mail server refuses, now ($4). */
export const BOUNCE = namedQuery('email_address_bounce')`
    UPDATE email_addresses
       SET status = 'bounced', ended_at = $4, token_hash = NULL, token_expires_at = NULL, mail_sealed = NULL
     WHERE client_id = $1 AND data_env = $2 AND address_id = $3::uuid AND status IN ('pending', 'verified')
    RETURNING label, organisation_id`;
