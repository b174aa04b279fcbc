import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Ends the setting up of a client that has a route ($3: when). */
export const ACTIVATE_CLIENT = namedQuery('activate_client')`
    UPDATE clients c SET status = 'active', updated_at = $3
     WHERE c.client_id = $1 AND $2::text IS NOT NULL AND c.status = 'provisioning'
    RETURNING c.client_id`;
