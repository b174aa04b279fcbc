import { namedQuery } from '../database/unit-of-work/named-query.js';

const CHOSEN = 'client_id = $1 AND data_env = $2 AND kind = $3 AND ($4::bigint IS NULL OR item_id = $4)';

/** At most $4 dead letters, of kind $3 or (null) of all. */
export const DEAD_LETTERS = namedQuery('dead_letters')`
SELECT kind, item_id, key, payload, attempts, reason, appended_at, died_at FROM work_dead_letters
 WHERE client_id = $1 AND data_env = $2 AND ($3::text IS NULL OR kind = $3)
 ORDER BY kind, item_id LIMIT $4`;

/**
 * Turns dead letters of kind $3 back into work items, the one with number $4 or all (null), and
 * returns how many. They follow work items that were appended to their key in the meantime.
 */
export const RETRY_DEAD_LETTERS = namedQuery('dead_letters_retry')`
WITH revived AS (
     DELETE FROM work_dead_letters WHERE ${CHOSEN} RETURNING item_id, kind, key, payload, appended_at, request_id, traceparent),
     appended AS (
     INSERT INTO work_items (client_id, data_env, kind, key, payload, appended_at, request_id, traceparent)
     SELECT $1, $2, kind, key, payload, appended_at, request_id, traceparent FROM revived ORDER BY item_id)
SELECT count(*)::integer AS items FROM revived`;

/** Deletes dead letters of kind $3, the one with number $4 or all (null), and returns how many. */
export const DROP_DEAD_LETTERS = namedQuery('dead_letters_drop')`
WITH dropped AS (DELETE FROM work_dead_letters WHERE ${CHOSEN} RETURNING 1)
SELECT count(*)::integer AS items FROM dropped`;
