import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The client, locked until the transaction ends, and its route. */
export const LOCK_CLIENT_ROUTE = namedQuery('lock_client_route')`
    SELECT c.status, r.store_id
      FROM clients c
      LEFT JOIN tenant_routes r ON r.client_id = c.client_id AND r.data_env = $2
     WHERE c.client_id = $1
       FOR UPDATE OF c`;

/** Routes the client's calls to a store ($3). */
export const SET_ROUTE = namedQuery('set_tenant_route')`
    INSERT INTO tenant_routes (client_id, data_env, store_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
