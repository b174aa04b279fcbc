import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { PARTNER_ROLES, sqlListOf } from '../../../core/shared/roles.js';

/**
 * The members of organisation $4 who may be assigned to project $3: active there, with a partner
 * role for the tenant, and not assigned yet.
 */
const ELIGIBLE_MEMBERS = `FROM partner_organisation_members m
          JOIN portal_users u ON u.user_id = m.user_id AND u.active
          JOIN portal_user_client_assignments r
            ON r.user_id = m.user_id AND r.client_id = $1 AND r.data_env = $2 AND r.active
           AND r.role IN ${sqlListOf(PARTNER_ROLES)} AND r.organisation_id = m.organisation_id
         WHERE m.organisation_id = $4::text AND m.active
           AND NOT EXISTS (
                 SELECT FROM project_assignments taken
                  WHERE taken.client_id = $1 AND taken.data_env = $2 AND taken.project_id = $3
                    AND taken.member_id = m.user_id AND taken.active)`;

/**
 * Whether an assignment `a` belongs to a person of an organisation, which sees only its own people.
 * Null: a caller without an organisation, who sees everyone.
 */
const OF_ORGANISATION = (parameter: string): string => `(${parameter}::text IS NULL OR EXISTS (
                 SELECT FROM portal_user_client_assignments r
                  WHERE r.user_id = a.member_id AND r.client_id = $1 AND r.data_env = $2
                    AND r.organisation_id = ${parameter}))`;

/**
 * A project with everything in its snapshot, in one statement. $4 is null for callers who see no
 * members; $5: the organisation of a partner, else null.
 */
export const PROJECT_SNAPSHOT = namedQuery('project_snapshot')`
SELECT p.project_id, p.client_id, p.display_name, p.timezone, p.lifecycle_state, p.revision, p.lifecycle_notes,
       p.profile, p.latest_published_version, p.created_at, p.created_by, p.updated_at, p.updated_by,
       p.archived_at, p.archived_by, p.restored_at, p.restored_by,
       EXISTS (SELECT FROM project_drafts d
                WHERE d.client_id = $1 AND d.data_env = $2 AND d.project_id = $3) AS has_draft,
       ARRAY(
         SELECT jsonb_build_object(
                  'assignment_id', a.assignment_id, 'member_id', a.member_id, 'display_name', u.display_name,
                  'role_visibility', a.role_visibility, 'assignment_note', a.assignment_note,
                  'assigned_by', a.assigned_by, 'created_at', a.created_at, 'revision', a.revision)
           FROM project_assignments a
           JOIN portal_users u ON u.user_id = a.member_id
          WHERE a.client_id = $1 AND a.data_env = $2 AND a.project_id = $3 AND a.active
            AND ${OF_ORGANISATION('$5')}
          ORDER BY a.created_at, a.assignment_id) AS assignments,
       CASE WHEN $4::text IS NOT NULL THEN ARRAY(
         SELECT jsonb_build_object('member_id', m.user_id, 'display_name', u.display_name, 'role', r.role)
          ${ELIGIBLE_MEMBERS}
         ORDER BY u.display_name, m.user_id) END AS available_members
  FROM projects p
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3`;

/** Whether member $5 is one of them. */
export const IS_ELIGIBLE_MEMBER = namedQuery('project_member_is_eligible')`
SELECT EXISTS (
        SELECT ${ELIGIBLE_MEMBERS}
           AND m.user_id = $5::uuid) AS eligible`;

/** Whether assignment $5 belongs to a person of organisation $4, as in the snapshot. */
export const IS_OWN_ASSIGNMENT = namedQuery('project_assignment_is_own')`
SELECT EXISTS (
        SELECT FROM project_assignments a
         WHERE a.client_id = $1 AND a.data_env = $2 AND a.project_id = $3 AND a.assignment_id = $5::uuid AND a.active
           AND ${OF_ORGANISATION('$4')}) AS own`;

/** Keeps a project unchanged until the transaction ends; rows may still refer to it. */
export const LOCK_PROJECT = namedQuery('project_lock')`
SELECT p.lifecycle_state, p.revision, p.profile, p.field_revisions
  FROM projects p
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3
   FOR NO KEY UPDATE`;
