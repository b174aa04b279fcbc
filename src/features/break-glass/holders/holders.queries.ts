import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * The holders of a client: whether each of them still is an active administrator, and counts as a
 * way back with a proof since an instant ($3).
 */
export const LIST_HOLDERS = namedQuery('break_glass_holders')`
    SELECT h.user_id, u.display_name, h.added_at, h.added_by, h.proved_at,
           coalesce(u.active AND a.active AND a.role = 'client_admin', false) AS active,
           coalesce(w.proved_at >= $3, false) AS counts
      FROM break_glass_holders h
      JOIN portal_users u ON u.user_id = h.user_id
      LEFT JOIN portal_user_client_assignments a
        ON a.client_id = h.client_id AND a.data_env = h.data_env AND a.user_id = h.user_id
      LEFT JOIN break_glass_ways w
        ON w.client_id = h.client_id AND w.data_env = h.data_env AND w.user_id = h.user_id
     WHERE h.client_id = $1 AND h.data_env = $2
     ORDER BY lower(u.display_name), h.user_id`;

/** The active administrators of the client, by name. */
export const LIST_ADMINISTRATORS = namedQuery('break_glass_administrators')`
    SELECT a.user_id::text, u.display_name
      FROM portal_user_client_assignments a
      JOIN portal_users u ON u.user_id = a.user_id AND u.active
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.active AND a.role = 'client_admin'
     ORDER BY lower(u.display_name), a.user_id`;

/**
 * Replaces the holders with these people ($3) at this time ($4), by a person ($5). Holders who
 * remain keep their proof.
 */
export const REPLACE_HOLDERS = namedQuery('break_glass_replace_holders')`
    WITH gone AS (
      DELETE FROM break_glass_holders
       WHERE client_id = $1 AND data_env = $2 AND user_id <> ALL ($3::uuid[]))
    INSERT INTO break_glass_holders (client_id, data_env, user_id, added_at, added_by)
    SELECT $1, $2, sent.user_id, $4, $5 FROM unnest($3::uuid[]) AS sent(user_id)
        ON CONFLICT (client_id, data_env, user_id) DO NOTHING`;

/** Stores the proof of a holder ($3) at this time ($4), by a passkey ($5). */
export const NOTE_PROOF = namedQuery('break_glass_note_proof')`
    UPDATE break_glass_holders SET proved_at = $4, proved_factor_id = $5::uuid
     WHERE client_id = $1 AND data_env = $2 AND user_id = $3::uuid
    RETURNING user_id`;

/** A row if the people of the client must sign in through a connection. */
export const IS_CONNECTION_REQUIRED = namedQuery('break_glass_is_connection_required')`
    SELECT q.connection_id FROM tenant_required_connections q WHERE q.client_id = $1 AND q.data_env = $2`;

/**
 * Closes what people have begun who are holders no longer, now ($3) and by a person ($4): uses, and
 * sign-ins that were not opened.
 */
export const CLOSE_USES_OF_FORMER_HOLDERS = namedQuery('break_glass_close_uses_of_former_holders')`
    UPDATE break_glass_uses b SET closed_at = $3, closed_by = $4
     WHERE b.client_id = $1 AND b.data_env = $2 AND b.closed_at IS NULL AND (b.opened_at IS NULL OR b.ends_at > $3)
       AND NOT EXISTS (
           SELECT FROM break_glass_holders h
            WHERE h.client_id = b.client_id AND h.data_env = b.data_env AND h.user_id = b.holder_id)
    RETURNING b.use_id, b.opened_at IS NOT NULL AS was_open`;
