import { namedQuery } from '../../core/database/unit-of-work/named-query.js';

/** A tenant's list, in the order of its networks. */
export const ALLOWED_NETWORKS = namedQuery('allowed_networks')`
    SELECT l.network::text AS network, l.label, l.updated_at, l.updated_by
      FROM tenant_ip_allowlist l
     WHERE l.client_id = $1 AND l.data_env = $2
     ORDER BY l.network`;

/** When and by whom the list was last saved. */
export const LAST_SAVE = namedQuery('allowlist_last_save')`
    SELECT updated_at, updated_by FROM ip_allowlist_saves WHERE client_id = $1 AND data_env = $2`;

/** Changes of a tenant's list wait for each other: an empty list has no row to lock. */
export const LOCK_ALLOWLIST = namedQuery('lock_allowlist')`
    SELECT pg_advisory_xact_lock(hashtextextended('ip allowlist ' || $1::text || ' ' || $2::text, 0))`;

/** Replaces the list ($3, as JSON); $4: when, $5: who. */
export const REPLACE_ALLOWLIST = namedQuery('replace_allowlist')`
    WITH sent AS (
      SELECT it.network, it.label FROM jsonb_to_recordset($3::jsonb) AS it(network cidr, label text)),
    gone AS (
      DELETE FROM tenant_ip_allowlist l
       WHERE l.client_id = $1 AND l.data_env = $2 AND NOT EXISTS (SELECT FROM sent WHERE sent.network = l.network)),
    saved AS (
      INSERT INTO ip_allowlist_saves (client_id, data_env, updated_at, updated_by) VALUES ($1, $2, $4, $5)
          ON CONFLICT (client_id, data_env) DO UPDATE
          SET updated_at = excluded.updated_at, updated_by = excluded.updated_by)
    INSERT INTO tenant_ip_allowlist (client_id, data_env, network, label, updated_at, updated_by)
    SELECT $1, $2, sent.network, sent.label, $4, $5 FROM sent
        ON CONFLICT (client_id, data_env, network) DO UPDATE
        SET label = excluded.label, updated_at = excluded.updated_at, updated_by = excluded.updated_by`;
