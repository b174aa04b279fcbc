import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Ends the setup of a client that has a route ($3: now). */
export const ACTIVATE_CLIENT = namedQuery('activate_client')`
    UPDATE clients c SET status = 'active', updated_at = $3
     WHERE c.client_id = $1 AND $2::text IS NOT NULL AND c.status = 'provisioning'
    RETURNING c.client_id`;
