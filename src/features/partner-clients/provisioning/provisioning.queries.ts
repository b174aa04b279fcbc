import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Whether a client has this id, with any partner. */
export const CLIENT_EXISTS = namedQuery('client_exists')`
    SELECT 1 FROM clients c WHERE c.client_id = $1 AND $2::text IS NOT NULL`;

/**
 * Sets up the client $3 with name $4, zone $5, domain $6, sealed contact $7 and email $8, for
 * organisation $9 and person $10 at $11. False if the id is taken.
 */
export const PROVISION_CLIENT = namedQuery('provision_partner_client')`
    SELECT provision_partner_client($3, $4, $5, $6, $7, $8, $9, $10, $11) AS done
      FROM (VALUES ($1::text, $2::text)) AS tenant`;
