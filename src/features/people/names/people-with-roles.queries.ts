import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** More than a person chooses from; a client's queue offers the rest. */
const MOST_PEOPLE = 50;

/**
 * The active people with one of the roles $3 who see the project $4: a partner_user only sees
 * assigned projects.
 */
export const PEOPLE_WITH_ROLES = namedQuery('people_with_roles')`
    SELECT u.user_id, u.display_name, a.role, a.organisation_id, true AS active
      FROM portal_user_client_assignments a
      JOIN portal_users u ON u.user_id = a.user_id
      LEFT JOIN partner_organisation_members m ON m.organisation_id = a.organisation_id AND m.user_id = a.user_id
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.role = ANY($3::text[])
       AND a.active AND u.active AND (a.organisation_id IS NULL OR m.active IS TRUE)
       AND (a.role <> 'partner_user' OR EXISTS (
            SELECT FROM project_assignments p
             WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $4
               AND p.member_id = a.user_id AND p.active))
     ORDER BY lower(u.display_name), u.user_id
     LIMIT ${MOST_PEOPLE}`;
