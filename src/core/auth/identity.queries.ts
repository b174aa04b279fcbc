import { namedQuery } from '../database/unit-of-work/named-query.js';
import { PARTNER_ROLES, sqlListOf } from '../shared/roles.js';

const PARTNERS = sqlListOf(PARTNER_ROLES);

/**
 * Whether a partner role `a` is effective: its person is an active member of the role's
 * organisation, which is active and owns the client (access 4.8).
 */
const PARTNER_ROLE_IS_VALID = `EXISTS (
           SELECT FROM partner_organisation_members m
             JOIN partner_organisations p ON p.organisation_id = m.organisation_id AND p.active
             JOIN partner_client_ownerships w
               ON w.organisation_id = m.organisation_id AND w.client_id = a.client_id AND w.active
            WHERE m.organisation_id = a.organisation_id AND m.user_id = a.user_id AND m.active)`;

/** Whether a role `a` that has not ended counts. */
export const ROLE_COUNTS = `(a.role NOT IN ${PARTNERS} OR ${PARTNER_ROLE_IS_VALID})`;

/** The connection that the client of a role `a` requires; null: none (access 4.13). */
export const REQUIRED_CONNECTION = `(
           SELECT q.connection_id FROM tenant_required_connections q
            WHERE q.client_id = a.client_id AND q.data_env = a.data_env)`;

/**
 * Whether the organisation of a key `k` is active and owns the client. Without that a key of a
 * partner scope never works.
 */
export const ORGANISATION_IS_OWNER = `(
           k.scope NOT IN ${PARTNERS} OR EXISTS (
           SELECT FROM partner_client_ownerships w
             JOIN partner_organisations p ON p.organisation_id = w.organisation_id AND p.active
            WHERE w.organisation_id = k.organisation_id AND w.client_id = k.client_id AND w.active))`;

/**
 * Whether the person responsible for a key `k` still has a role that permits its scope, through the
 * key's organisation (access 3.9). Processes always do, and keys without a partner scope need none.
 */
export const MAKER_CARRIES = `CASE
           WHEN k.scope NOT IN ${PARTNERS} OR k.created_by !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN true
           ELSE EXISTS (
           SELECT FROM portal_users u
             JOIN portal_user_client_assignments a
               ON a.user_id = u.user_id AND a.client_id = k.client_id AND a.data_env = k.data_env AND a.active
              AND a.organisation_id = k.organisation_id AND (a.role = k.scope OR a.role = 'partner_admin')
             JOIN partner_organisation_members m
               ON m.organisation_id = a.organisation_id AND m.user_id = u.user_id AND m.active
            WHERE u.user_id = k.created_by::uuid AND u.active) END`;

export const API_KEY_BY_PREFIX = namedQuery('api_key_by_prefix')`
    SELECT k.key_id, k.client_id, k.data_env, k.scope, k.description, k.secret_hash, k.pepper_id, k.created_by, k.organisation_id,
           least(k.expires_at, k.grace_expires_at) AS expires_at,
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = k.client_id AND l.data_env = k.data_env) AS allowlist
      FROM api_keys k
      JOIN clients c ON c.client_id = k.client_id AND c.status <> 'suspended'
     WHERE k.key_prefix = $1
       AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > $2)
       AND (k.grace_expires_at IS NULL OR k.grace_expires_at > $2)
       AND ${ORGANISATION_IS_OWNER}
       AND ${MAKER_CARRIES}`;

/** Clients and roles of several people in one environment; `position` is the person's index. */
export const ASSIGNMENTS_OF_SUBJECTS = namedQuery('assignments_of_subjects')`
    SELECT asked.position::integer AS position, u.user_id, a.client_id, a.role, a.is_default,
           CASE WHEN a.role IN ${PARTNERS} THEN a.organisation_id END AS organisation_id,
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = a.client_id AND l.data_env = a.data_env) AS allowlist,
           ${REQUIRED_CONNECTION} AS required_connection_id
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (subject, data_env, position)
      JOIN portal_users u ON u.subject = asked.subject AND u.active
      JOIN portal_user_client_assignments a
        ON a.user_id = u.user_id AND a.data_env = asked.data_env AND a.active
      JOIN clients c ON c.client_id = a.client_id AND c.status <> 'suspended'
     WHERE ${ROLE_COUNTS}
     ORDER BY a.assignment_id`;

/**
 * SQL of the clients that person $1 sees as a partner in environment $2, as (client_id, role,
 * organisation_id): those of the person's roles, and all clients of organisations in which the
 * person is a partner_admin (partner-clients 2.2, 2.3). If two organisations own it, the one of the
 * default role is returned, else the oldest.
 */
export const CLIENTS_OF_PARTNER = `
    WITH held AS (
         SELECT a.client_id, a.role, a.organisation_id, a.is_default, a.assignment_id
           FROM portal_user_client_assignments a
          WHERE a.user_id = $1 AND a.data_env = $2 AND a.active AND ${ROLE_COUNTS}),
    standing AS (
         SELECT DISTINCT ON (h.organisation_id) h.organisation_id, h.is_default, h.assignment_id
           FROM held h
          WHERE h.role = 'partner_admin'
          ORDER BY h.organisation_id, h.is_default DESC, h.assignment_id),
    administered AS (
         SELECT DISTINCT ON (w.client_id) w.client_id, s.organisation_id
           FROM standing s
           JOIN partner_client_ownerships w ON w.organisation_id = s.organisation_id AND w.active
          ORDER BY w.client_id, s.is_default DESC, s.assignment_id)
    SELECT h.client_id, h.role, h.organisation_id FROM held h WHERE h.role IN ${PARTNERS}
     UNION ALL
    SELECT o.client_id, 'partner_admin', o.organisation_id FROM administered o
     WHERE NOT EXISTS (SELECT FROM held h WHERE h.client_id = o.client_id)`;

export const OWNED_CLIENT = namedQuery('owned_client')`
    SELECT v.organisation_id AS "organisationId",
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = v.client_id AND l.data_env = $2) AS allowlist
      FROM (${CLIENTS_OF_PARTNER}) v
      JOIN clients c ON c.client_id = v.client_id AND c.status <> 'suspended'
     WHERE v.client_id = $3 AND v.role = 'partner_admin'`;

/** The role of person $1 in environment $2 for client $3, as it counts now. */
export const ROLE_OF_PERSON = namedQuery('role_of_person')`
    SELECT v.role, v.organisation_id
      FROM (SELECT p.client_id, p.role, p.organisation_id FROM (${CLIENTS_OF_PARTNER}) p
             UNION ALL
            SELECT a.client_id, a.role, NULL FROM portal_user_client_assignments a
             WHERE a.user_id = $1 AND a.data_env = $2 AND a.active AND a.role NOT IN ${PARTNERS}) v
      JOIN clients c ON c.client_id = v.client_id AND c.status <> 'suspended'
      JOIN portal_users u ON u.user_id = $1 AND u.active
     WHERE v.client_id = $3`;

export const TOUCH_API_KEYS = namedQuery('touch_api_keys')`
    UPDATE api_keys k SET last_used_at = used.at
      FROM unnest($1::uuid[], $2::timestamptz[]) AS used(key_id, at)
     WHERE k.key_id = used.key_id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`;

/**
 * Stores a key's hash ($3) under the pepper $4, unless it has changed since it was read ($2). Only
 * for the pepper whose fingerprint ($5) the deployment has noted: two processes with different
 * peppers do not store a key alternately.
 */
export const REHASH_API_KEY = namedQuery('rehash_api_key')`
    UPDATE api_keys k SET secret_hash = $3, pepper_id = $4 WHERE k.key_id = $1 AND k.secret_hash = $2
       AND EXISTS (SELECT FROM secret_fingerprints f WHERE f.name = 'API_KEY_PEPPER' AND f.fingerprint = $5)`;

/** How many keys work at $1 under each pepper. */
export const API_KEYS_BY_PEPPER = namedQuery('api_keys_by_pepper')`
    SELECT k.pepper_id, count(*)::int AS keys FROM api_keys k
     WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $1)
       AND (k.grace_expires_at IS NULL OR k.grace_expires_at > $1)
     GROUP BY k.pepper_id ORDER BY k.pepper_id`;

export const TOUCH_ASSIGNMENTS = namedQuery('touch_assignments')`
    UPDATE portal_user_client_assignments a SET last_seen_at = used.at
      FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) AS used(user_id, client_id, data_env, at)
     WHERE a.user_id = used.user_id AND a.client_id = used.client_id AND a.data_env = used.data_env
       AND (a.last_seen_at IS NULL OR a.last_seen_at < used.at)`;
