import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const COLUMNS = 'view_id, owner_id, name, address, is_shared, etag, updated_at, updated_by';

/** The views of the person $3, and the shared ones. */
export const LIST_VIEWS = namedQuery('saved_views_list')`
    SELECT ${COLUMNS} FROM saved_views
     WHERE client_id = $1 AND data_env = $2 AND (owner_id = $3 OR is_shared)
     ORDER BY lower(name COLLATE "und-x-icu"), view_id`;

/** One view ($4), locked for a change. */
export const HOLD_VIEW = namedQuery('saved_views_hold')`
    SELECT ${COLUMNS} FROM saved_views
     WHERE client_id = $1 AND data_env = $2 AND (owner_id = $3 OR is_shared) AND view_id = $4::uuid
       FOR UPDATE`;

/** Serializes requests of a client that count and add views. */
export const TAKE_VIEWS_TURN = namedQuery('saved_views_take_turn')`
    SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), 'saved-views', $1::text, $2::text), 0))`;

/** The number of private views of the person $3, and of shared ones. */
export const COUNT_VIEWS = namedQuery('saved_views_count')`
    SELECT (count(*) FILTER (WHERE NOT is_shared AND owner_id = $3))::integer AS own,
           (count(*) FILTER (WHERE is_shared))::integer AS shared
      FROM saved_views WHERE client_id = $1 AND data_env = $2`;

export const ADD_VIEW = namedQuery('saved_views_add')`
    INSERT INTO saved_views (client_id, data_env, owner_id, name, address, is_shared, etag, created_at, updated_at, updated_by)
    VALUES ($1, $2, $3::uuid, $4, $5, $6, $7, $8, $8, $3::text)
    RETURNING ${COLUMNS}`;

export const CHANGE_VIEW = namedQuery('saved_views_change')`
    UPDATE saved_views
       SET owner_id = $4::uuid, name = $5, address = $6, is_shared = $7, etag = $8, updated_at = $9, updated_by = $10
     WHERE client_id = $1 AND data_env = $2 AND view_id = $3::uuid
    RETURNING ${COLUMNS}`;

export const DELETE_VIEW = namedQuery('saved_views_delete')`
    DELETE FROM saved_views WHERE client_id = $1 AND data_env = $2 AND view_id = $3::uuid`;
