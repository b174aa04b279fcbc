import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { OPEN_USE_OF_TENANT } from '../break-glass.sql.js';

/**
 * The clients of which a person ($1) is an active administrator and a holder, with a proof by this
 * passkey ($2); production first.
 */
export const HELD_CLIENTS = namedQuery('break_glass_held_clients')`
    SELECT h.client_id, h.data_env, u.subject
      FROM break_glass_holders h
      JOIN portal_users u ON u.user_id = h.user_id AND u.active
      JOIN portal_user_client_assignments a
        ON a.client_id = h.client_id AND a.data_env = h.data_env AND a.user_id = h.user_id
       AND a.active AND a.role = 'client_admin'
     WHERE h.user_id = $1 AND h.proved_factor_id = $2
     ORDER BY h.client_id, h.data_env <> 'prod', h.data_env`;

/** Whether a use ($3) is open now ($4). */
export const IS_OPEN = namedQuery('break_glass_is_open')`${OPEN_USE_OF_TENANT}`;

/** Starts a use ($3) of a holder ($4) at this time ($5). */
export const BEGIN_USE = namedQuery('break_glass_begin_use')`
    INSERT INTO break_glass_uses (client_id, data_env, use_id, holder_id, signed_in_at)
    VALUES ($1, $2, $3, $4, $5)`;
