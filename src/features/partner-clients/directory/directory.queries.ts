import { CLIENTS_OF_PARTNER } from '../../../core/auth/identity.queries.js';
import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The clients that person $1 sees in environment $2, with assigned projects of users, by name, at most $3. */
export const PARTNER_CLIENTS = namedQuery('partner_clients')`
    SELECT c.client_id, c.business_name, c.status, v.role = 'partner_admin' AS sees_all,
           ARRAY(SELECT a.project_id FROM project_assignments a
                  WHERE v.role <> 'partner_admin' AND a.client_id = c.client_id AND a.data_env = $2
                    AND a.member_id = $1 AND a.active) AS projects,
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = c.client_id AND l.data_env = $2) AS allowlist
      FROM (${CLIENTS_OF_PARTNER}) v
      JOIN clients c ON c.client_id = v.client_id
     ORDER BY lower(c.business_name), c.client_id
     LIMIT $3`;

/**
 * For the same clients: the number of active projects that the person can see, and how many of them
 * have a draft. One statement for all clients.
 */
export const PARTNER_CLIENT_COUNTS = namedQuery('partner_client_counts')`
    SELECT v.client_id, count(p.project_id)::integer AS projects, count(d.project_id)::integer AS drafts
      FROM (${CLIENTS_OF_PARTNER}) v
      LEFT JOIN projects p
        ON p.client_id = v.client_id AND p.data_env = $2 AND p.lifecycle_state <> 'archived'
       AND (v.role = 'partner_admin' OR EXISTS (
            SELECT FROM project_assignments a
             WHERE a.client_id = p.client_id AND a.data_env = $2 AND a.project_id = p.project_id
               AND a.member_id = $1 AND a.active))
      LEFT JOIN project_drafts d
        ON d.client_id = p.client_id AND d.data_env = $2 AND d.project_id = p.project_id
     GROUP BY v.client_id`;
