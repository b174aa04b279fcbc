import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const LIST_TENANTS = namedQuery('list_tenants')`
    SELECT c.client_id, r.data_env, c.status, r.store_id, c.business_name, c.timezone,
           ARRAY(SELECT w.organisation_id FROM partner_client_ownerships w
                  WHERE w.client_id = c.client_id AND w.active ORDER BY 1) AS owners
      FROM clients c
      LEFT JOIN tenant_routes r ON r.client_id = c.client_id
     ORDER BY c.client_id, r.data_env`;

/** Sets the status of a client ($3; $4: now), if that suspends it or ends its suspension. */
export const SET_STATUS = namedQuery('set_client_status')`
    UPDATE clients c SET status = $3, updated_at = $4
     WHERE c.client_id = $1 AND $2::text IS NOT NULL AND (c.status = 'suspended') <> ($3 = 'suspended')
    RETURNING c.client_id`;
