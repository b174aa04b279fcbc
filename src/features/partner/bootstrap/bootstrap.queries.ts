import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { PARTNER_ROLES, sqlListOf } from '../../../core/shared/roles.js';

/** A partner's records, as BootstrapPresence, and whether a key of the scope works. */
export const FIND_PRESENT = namedQuery('bootstrap_find_present')`
    SELECT (SELECT to_jsonb(o) FROM partner_organisations o WHERE o.organisation_id = $3) AS organisation,
           (SELECT to_jsonb(c) FROM clients c WHERE c.client_id = $1) AS client,
           (SELECT r.store_id FROM tenant_routes r WHERE r.client_id = $1 AND r.data_env = $2) AS store_id,
           (SELECT w.active FROM partner_client_ownerships w
             WHERE w.organisation_id = $3 AND w.client_id = $1) AS ownership,
           (SELECT min(w.organisation_id) FROM partner_client_ownerships w
             WHERE w.organisation_id <> $3 AND w.client_id = $1 AND w.active) AS other_owner,
           to_jsonb(u) AS person,
           (SELECT m.active FROM partner_organisation_members m
             WHERE m.organisation_id = $3 AND m.user_id = u.user_id) AS membership,
           (SELECT to_jsonb(a) FROM portal_user_client_assignments a
             WHERE a.user_id = u.user_id AND a.client_id = $1 AND a.data_env = $2) AS assignment,
           EXISTS (SELECT FROM api_keys k
                    WHERE k.client_id = $1 AND k.data_env = $2 AND k.scope = $5 AND k.revoked_at IS NULL
                      AND k.grace_expires_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $6)
                      AND (k.organisation_id = $3 OR k.scope NOT IN ${sqlListOf(PARTNER_ROLES)})) AS has_key
      FROM (VALUES ($4)) AS asked (subject)
      LEFT JOIN portal_users u ON u.subject = asked.subject`;

/** Adds missing records. The client becomes a person's default if there is none. */
export const ADD_MISSING = namedQuery('bootstrap_add_missing')`
    WITH organisation AS (
      INSERT INTO partner_organisations (organisation_id, name) VALUES ($3, $4) ON CONFLICT DO NOTHING),
    client AS (
      INSERT INTO clients (client_id, business_name, timezone) VALUES ($1, $5, $6) ON CONFLICT DO NOTHING),
    ownership AS (
      INSERT INTO partner_client_ownerships (organisation_id, client_id) VALUES ($3, $1) ON CONFLICT DO NOTHING),
    route AS (
      INSERT INTO tenant_routes (client_id, data_env, store_id) VALUES ($1, $2, $7) ON CONFLICT DO NOTHING),
    person AS (
      -- Changes nothing where the person is there, but tells the id then, too.
      INSERT INTO portal_users (subject, display_name) VALUES ($8, $9)
          ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject
      RETURNING user_id),
    membership AS (
      INSERT INTO partner_organisation_members (organisation_id, user_id)
      SELECT $3, user_id FROM person ON CONFLICT DO NOTHING),
    assignment AS (
      INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role, organisation_id, is_default)
      SELECT p.user_id, $1, $2, 'partner_admin', $3,
             NOT EXISTS (SELECT FROM portal_user_client_assignments d
                          WHERE d.user_id = p.user_id AND d.data_env = $2 AND d.is_default AND d.active)
        FROM person p
          ON CONFLICT (user_id, client_id, data_env) DO NOTHING)
    SELECT user_id FROM person`;
