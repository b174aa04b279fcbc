import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * The person of a subject ($3) with the role for the tenant and the membership of an organisation
 * ($4), in the shape of PersonPresence.
 */
export const FIND_PERSON = namedQuery('find_person_with_role')`
    SELECT to_jsonb(u) AS person,
           (SELECT m.active FROM partner_organisation_members m
             WHERE m.organisation_id = asked.organisation_id AND m.user_id = u.user_id) AS membership,
           (SELECT to_jsonb(a) FROM portal_user_client_assignments a
             WHERE a.user_id = u.user_id AND a.client_id = $1 AND a.data_env = $2) AS assignment
      FROM (VALUES ($3::text, $4::text)) AS asked (subject, organisation_id)
      LEFT JOIN portal_users u ON u.subject = asked.subject`;

/**
 * Adds person ($3 subject, $4 name) and membership ($5, null: none) if missing, and gives the role
 * ($6) at $8 by $9, through that organisation. The client becomes the default of a person who has
 * none, unless the role has no default ($7).
 */
export const GIVE_ROLE = namedQuery('give_role')`
    WITH person AS (
      -- Changes nothing where the person is there, but tells the id then, too.
      INSERT INTO portal_users (subject, display_name) VALUES ($3, $4)
          ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject
      RETURNING user_id),
    membership AS (
      INSERT INTO partner_organisation_members (organisation_id, user_id)
      SELECT $5::text, user_id FROM person WHERE $5::text IS NOT NULL ON CONFLICT DO NOTHING),
    assignment AS (
      INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role, assigned_at, assigned_by, organisation_id, is_default)
      SELECT p.user_id, $1, $2, $6, $8, $9, $5,
             $7::boolean AND NOT EXISTS (SELECT FROM portal_user_client_assignments d
                          WHERE d.user_id = p.user_id AND d.data_env = $2 AND d.is_default AND d.active)
        FROM person p
          ON CONFLICT (user_id, client_id, data_env)
          DO UPDATE SET role = excluded.role, active = true, is_default = excluded.is_default,
              assigned_at = excluded.assigned_at, assigned_by = excluded.assigned_by, organisation_id = excluded.organisation_id)
    SELECT user_id FROM person`;
