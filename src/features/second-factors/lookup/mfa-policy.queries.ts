import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const COLUMNS = `required_roles, kinds, step_up_for, step_up_minutes, revision, updated_at, updated_by`;

/** A tenant's policy. */
export const MFA_POLICY = namedQuery('mfa_policy')`
    SELECT ${COLUMNS} FROM mfa_policies WHERE client_id = $1 AND data_env = $2`;

export const LOCK_MFA_POLICY = namedQuery('lock_mfa_policy')`
    SELECT pg_advisory_xact_lock(hashtextextended('mfa policy ' || $1::text || ' ' || $2::text, 0))`;

export const SAVE_MFA_POLICY = namedQuery('save_mfa_policy')`
    INSERT INTO mfa_policies (client_id, data_env, required_roles, kinds, step_up_for, step_up_minutes, revision, updated_at, updated_by)
    VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8)
        ON CONFLICT (client_id, data_env) DO UPDATE
       SET required_roles = excluded.required_roles, kinds = excluded.kinds, step_up_for = excluded.step_up_for,
           step_up_minutes = excluded.step_up_minutes, revision = mfa_policies.revision + 1,
           updated_at = excluded.updated_at, updated_by = excluded.updated_by
    RETURNING ${COLUMNS}`;

/** Whether a role of a person requires a second factor, for any of their clients. */
export const NEEDS_FACTOR = namedQuery('person_needs_second_factor')`
    SELECT EXISTS (
           SELECT FROM portal_user_client_assignments a
             JOIN mfa_policies p ON p.client_id = a.client_id AND p.data_env = a.data_env
            WHERE a.user_id = $1 AND a.active AND a.role = ANY (p.required_roles)) AS needed`;

/** Whether a person has an active role for another client or environment than $2 and $3. */
export const HAS_ROLE_ELSEWHERE = namedQuery('person_has_role_elsewhere')`
    SELECT EXISTS (
           SELECT FROM portal_user_client_assignments a
            WHERE a.user_id = $1 AND a.active AND (a.client_id, a.data_env) <> ($2, $3)) AS elsewhere`;
