import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * The people who have or had one of some roles ($3) for the tenant; for partner roles, those
 * through one organisation ($4, else null). With the invitation through the same organisation that
 * each of them accepted last: the caller may not see others.
 */
const PEOPLE = `
    SELECT u.user_id, u.display_name, a.assignment_id, a.role, a.last_seen_at, a.assigned_at, a.assigned_by,
           a.active AND u.active AND ($4::text IS NULL OR m.active IS TRUE) AS active,
           i.invitation_id, i.email_sealed, i.created_by AS invited_by
      FROM portal_user_client_assignments a
      JOIN portal_users u ON u.user_id = a.user_id
      LEFT JOIN partner_organisation_members m ON m.organisation_id = $4 AND m.user_id = a.user_id
      LEFT JOIN LATERAL (
           SELECT v.invitation_id, v.email_sealed, v.created_by
             FROM person_invitations v
            WHERE v.client_id = $1 AND v.data_env = $2 AND v.accepted_by = a.user_id
              AND v.organisation_id IS NOT DISTINCT FROM $4
            ORDER BY v.accepted_at DESC
            LIMIT 1) i ON true
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.role = ANY($3::text[])
       AND ($4::text IS NULL OR a.organisation_id = $4)`;

/** One page of these people ($5 rows after $6), active people first, by name. */
export const LIST_PEOPLE = namedQuery('list_people')`
    SELECT p.* FROM (${PEOPLE}) p
     ORDER BY p.active DESC, lower(p.display_name), p.user_id
     LIMIT $5 OFFSET $6`;

/** The number of these people. */
export const COUNT_PEOPLE = namedQuery('count_people')`
    SELECT count(*)::integer AS total FROM (${PEOPLE}) p`;

/** One of these people ($5). */
export const FIND_PERSON_OF_CLIENT = namedQuery('find_person_of_client')`
    SELECT p.* FROM (${PEOPLE}) p WHERE p.user_id = $5::uuid`;

/** Counts the active people with a role ($5) other than one person ($6). */
export const COUNT_OTHERS_WITH_ROLE = namedQuery('count_others_with_role')`
    SELECT count(*)::integer AS total FROM (${PEOPLE}) p
     WHERE p.active AND p.role = $5 AND p.user_id <> $6::uuid`;

/** The role of the person with a subject ($3), ended or not. */
export const ROLE_OF_SUBJECT = namedQuery('role_of_subject')`
    SELECT u.user_id AS "userId", a.role, a.organisation_id AS "organisationId", a.active
      FROM portal_users u
      JOIN portal_user_client_assignments a ON a.user_id = u.user_id AND a.client_id = $1 AND a.data_env = $2
     WHERE u.subject = $3`;
