import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The address whose mail asked for verification with this token ($1: its valid hashes). */
export const ADDRESS_OF_TOKEN = namedQuery('email_address_of_token')`
    SELECT client_id, data_env, address_id FROM email_addresses WHERE token_hash = ANY($1::bytea[])`;

/** The address whose mails contain this unsubscribe token ($1: its valid hashes). */
export const ADDRESS_OF_LEAVING = namedQuery('email_address_of_leaving')`
    SELECT client_id, data_env, address_id FROM email_addresses WHERE unsubscribe_hash = ANY($1::bytea[])`;

/** The addresses of all clients with one of the hashes ($1). */
export const ADDRESSES_OF_EMAIL = namedQuery('email_addresses_of_email')`
    SELECT client_id, data_env, address_id FROM email_addresses
     WHERE email_hash = ANY($1::bytea[])
     ORDER BY client_id, data_env, address_id`;

/** Tenants with a verified address that has one of the topics ($1). */
export const TENANTS_WHO_LISTEN = namedQuery('notices_tenants_who_listen')`
    SELECT DISTINCT client_id, data_env FROM email_addresses WHERE status = 'verified' AND topics && $1::text[]`;

export const TENANTS_WITH_ADDRESSES = namedQuery('email_addresses_tenants')`
    SELECT DISTINCT client_id, data_env FROM email_addresses ORDER BY client_id, data_env`;
