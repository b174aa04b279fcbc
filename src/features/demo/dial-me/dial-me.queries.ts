import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const IS_CLIENT_ACTIVE = namedQuery('demo_is_client_active')`
SELECT EXISTS (SELECT FROM clients WHERE client_id = $1 AND $2::text IS NOT NULL AND status = 'active') AS is_active`;
