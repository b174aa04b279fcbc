import { namedQuery } from '../database/unit-of-work/named-query.js';
import { PARTNER_ROLES, sqlListOf } from '../shared/roles.js';

const PARTNERS = sqlListOf(PARTNER_ROLES);

/**
 * Whether a key `k` is valid. A key of a partner scope works only while its organisation is active
 * and owns the client, as roles of people do; without an organisation it never works.
 */
export const ORGANISATION_STANDS = `(
           k.scope NOT IN ${PARTNERS} OR EXISTS (
           SELECT FROM partner_client_ownerships w
             JOIN partner_organisations p ON p.organisation_id = w.organisation_id AND p.active
            WHERE w.organisation_id = k.organisation_id AND w.client_id = k.client_id AND w.active))`;

/** The key record behind a prefix, if it may be used now. */
export const API_KEY_BY_PREFIX = namedQuery('api_key_by_prefix')`
    SELECT k.key_id, k.client_id, k.data_env, k.scope, k.description, k.secret_hash, k.created_by,
           least(k.expires_at, k.grace_expires_at) AS expires_at,
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = k.client_id AND l.data_env = k.data_env) AS allowlist
      FROM api_keys k
      JOIN clients c ON c.client_id = k.client_id AND c.status <> 'suspended'
     WHERE k.key_prefix = $1
       AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > $2)
       AND (k.grace_expires_at IS NULL OR k.grace_expires_at > $2)
       AND ${ORGANISATION_STANDS}`;

/**
 * All clients and roles of some signed-in people in one environment; `position` says which person a
 * row belongs to. Partner roles count only while an active organisation of the person owns the
 * client (access 4.8).
 */
export const ASSIGNMENTS_OF_SUBJECTS = namedQuery('assignments_of_subjects')`
    SELECT asked.position::integer AS position, u.user_id, a.client_id, a.role, a.is_default, o.organisation_id,
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = a.client_id AND l.data_env = a.data_env) AS allowlist
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (subject, data_env, position)
      JOIN portal_users u ON u.subject = asked.subject AND u.active
      JOIN portal_user_client_assignments a
        ON a.user_id = u.user_id AND a.data_env = asked.data_env AND a.active
      JOIN clients c ON c.client_id = a.client_id AND c.status <> 'suspended'
      LEFT JOIN LATERAL (
           SELECT m.organisation_id
             FROM partner_organisation_members m
             JOIN partner_organisations p ON p.organisation_id = m.organisation_id AND p.active
             JOIN partner_client_ownerships w
               ON w.organisation_id = m.organisation_id AND w.client_id = a.client_id AND w.active
            WHERE m.user_id = u.user_id AND m.active
            ORDER BY m.organisation_id
            LIMIT 1) o ON a.role IN ${PARTNERS}
     WHERE (a.role NOT IN ${PARTNERS} OR o.organisation_id IS NOT NULL)
     ORDER BY a.assignment_id`;

/**
 * SQL of the clients that person $1 sees as a partner in environment $2, with the role, as
 * (client_id, role, organisation_id). They are the clients of the person's active roles; a
 * partner_admin also sees all others that the same organisation owns (partner-clients 2.2, 2.3). If
 * several organisations of the person own a client, the owner does not tell which of them gave the
 * role. Such a client makes no person an administrator of other clients.
 */
export const CLIENTS_OF_PARTNER = `
    WITH owned AS (
         SELECT w.client_id, w.organisation_id, a.role
           FROM partner_organisation_members m
           JOIN partner_organisations p ON p.organisation_id = m.organisation_id AND p.active
           JOIN partner_client_ownerships w ON w.organisation_id = m.organisation_id AND w.active
           LEFT JOIN portal_user_client_assignments a
             ON a.user_id = m.user_id AND a.client_id = w.client_id AND a.data_env = $2 AND a.active
          WHERE m.user_id = $1 AND m.active)
    SELECT DISTINCT ON (o.client_id) o.client_id, coalesce(o.role, 'partner_admin') AS role, o.organisation_id
      FROM owned o
     WHERE o.role IN ${PARTNERS}
        OR (o.role IS NULL AND o.organisation_id IN (
            SELECT min(d.organisation_id) FROM owned d WHERE d.role = 'partner_admin'
             GROUP BY d.client_id HAVING count(*) = 1))
     ORDER BY o.client_id, o.organisation_id`;

/** One client ($3) of those, unless it is suspended. */
export const OWNED_CLIENT = namedQuery('owned_client')`
    SELECT v.organisation_id AS "organisationId",
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = v.client_id AND l.data_env = $2) AS allowlist
      FROM (${CLIENTS_OF_PARTNER}) v
      JOIN clients c ON c.client_id = v.client_id AND c.status <> 'suspended'
     WHERE v.client_id = $3 AND v.role = 'partner_admin'`;

/**
 * Whether a person acts in two clients through one organisation. If several organisations own a
 * client, `assignments_of_subjects` names only the first, which need not own both clients.
 */
export const ORGANISATION_OF_BOTH = namedQuery('organisation_of_both')`
    SELECT 1
      FROM partner_organisation_members m
      JOIN partner_organisations p ON p.organisation_id = m.organisation_id AND p.active
      JOIN partner_client_ownerships w
        ON w.organisation_id = m.organisation_id AND w.client_id = $2 AND w.active
      JOIN partner_client_ownerships v
        ON v.organisation_id = m.organisation_id AND v.client_id = $3 AND v.active
     WHERE m.user_id = $1 AND m.active
     LIMIT 1`;

/** Notes when keys were last used, many at a time. */
export const TOUCH_API_KEYS = namedQuery('touch_api_keys')`
    UPDATE api_keys k SET last_used_at = used.at
      FROM unnest($1::uuid[], $2::timestamptz[]) AS used(key_id, at)
     WHERE k.key_id = used.key_id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`;

/** Notes when people were last let in for a client, many at a time. */
export const TOUCH_ASSIGNMENTS = namedQuery('touch_assignments')`
    UPDATE portal_user_client_assignments a SET last_seen_at = used.at
      FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) AS used(user_id, client_id, data_env, at)
     WHERE a.user_id = used.user_id AND a.client_id = used.client_id AND a.data_env = used.data_env
       AND (a.last_seen_at IS NULL OR a.last_seen_at < used.at)`;
