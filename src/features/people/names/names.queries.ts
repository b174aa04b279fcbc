import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The people with a role for the tenant, present or past, and its keys, by their ids ($3). */
export const ACTORS = namedQuery('actors_by_id')`
    SELECT u.user_id::text AS id, a.role, a.organisation_id, u.display_name,
           a.active AND u.active AND (a.organisation_id IS NULL OR m.active IS TRUE) AS active
      FROM portal_user_client_assignments a
      JOIN portal_users u ON u.user_id = a.user_id
      LEFT JOIN partner_organisation_members m ON m.organisation_id = a.organisation_id AND m.user_id = a.user_id
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.user_id = ANY($3::uuid[])
     UNION ALL
    SELECT k.key_id::text, NULL, NULL, k.description, true
      FROM api_keys k
     WHERE k.client_id = $1 AND k.data_env = $2 AND k.key_id = ANY($3::uuid[])`;
