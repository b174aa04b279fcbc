import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const ACTIVE_OWNERS = namedQuery('active_owners')`
    SELECT w.organisation_id
      FROM partner_client_ownerships w
      JOIN partner_organisations p ON p.organisation_id = w.organisation_id AND p.active
     WHERE w.client_id = $1 AND w.active AND $2::text IS NOT NULL
     ORDER BY w.organisation_id`;
