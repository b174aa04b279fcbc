import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The columns of an approval that a response shows, and those that show whether it is stale. */
const RECORD = `a.approval_id, a.draft_etag, a.base_version_number, a.state, a.note, a.requested_by, a.requested_at,
           a.approved_by, a.approved_at, a.withdrawn_by, a.withdrawn_at, a.used_at, a.used_version_number`;

const APPROVALS = `project_approvals a WHERE a.client_id = $1 AND a.data_env = $2 AND a.project_id = $3`;

/**
 * A page of a project's approvals, newest first, with the draft and the version that they are
 * compared with; one row without an approval if the page is past the last one. $4: how many rows;
 * $5: how many to skip.
 */
export const APPROVALS_PAGE = namedQuery('project_approvals_page')`
    SELECT t.total, p.latest_published_version AS current_base, d.etag AS current_etag, a.*
      FROM (SELECT count(*)::integer AS total FROM ${APPROVALS}) t
      LEFT JOIN projects p ON p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3
      LEFT JOIN project_drafts d
        ON d.client_id = p.client_id AND d.data_env = p.data_env AND d.project_id = p.project_id
      LEFT JOIN (SELECT ${RECORD} FROM ${APPROVALS}
                  ORDER BY a.requested_at DESC, a.approval_id DESC
                  LIMIT $4::bigint OFFSET $5::bigint) a ON true
     ORDER BY a.requested_at DESC, a.approval_id DESC`;

/**
 * Whether the approver may act as partner_admin for the tenant, by the rules of a sign-in (access
 * 4.8). Otherwise the approval is no longer valid.
 */
const APPROVER_IS_ACTIVE = `EXISTS (
           SELECT FROM portal_users u
             JOIN portal_user_client_assignments r
               ON r.user_id = u.user_id AND r.client_id = a.client_id AND r.data_env = a.data_env
              AND r.active AND r.role = 'partner_admin'
             JOIN partner_organisation_members m
               ON m.organisation_id = r.organisation_id AND m.user_id = u.user_id AND m.active
             JOIN partner_organisations o ON o.organisation_id = m.organisation_id AND o.active
             JOIN partner_client_ownerships w
               ON w.organisation_id = m.organisation_id AND w.client_id = a.client_id AND w.active
            WHERE u.user_id = a.approved_by::uuid AND u.active)`;

/**
 * The approval that counts for a release: the given one for this draft, else the newest given one.
 * $4: the draft's etag; $5: the number of the published version, or null.
 */
export const GIVEN_APPROVAL = namedQuery('given_approval')`
    SELECT a.approval_id, a.draft_etag, a.base_version_number, a.approved_by, ${APPROVER_IS_ACTIVE} AS approver_is_active
      FROM ${APPROVALS} AND a.state = 'approved'
     ORDER BY a.draft_etag = $4 AND a.base_version_number IS NOT DISTINCT FROM $5::integer DESC, a.approved_at DESC
     LIMIT 1`;

/**
 * The requested approval of one state of the draft that has not been given yet. $4: the draft's
 * etag; $5: the number of the published version, or null.
 */
export const WAITING_APPROVAL = namedQuery('waiting_approval')`
    SELECT a.approval_id, a.requested_by, a.requested_at
      FROM ${APPROVALS} AND a.state = 'requested'
       AND a.draft_etag = $4 AND a.base_version_number IS NOT DISTINCT FROM $5::integer
     ORDER BY a.requested_at DESC
     LIMIT 1`;

/** The approval that a version used. $4: its number. */
export const USED_APPROVAL = namedQuery('used_approval')`
    SELECT a.approval_id, a.draft_etag, a.base_version_number, a.approved_by, true AS approver_is_active
      FROM ${APPROVALS} AND a.state = 'used' AND a.used_version_number = $4`;
