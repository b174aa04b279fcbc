import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { USE_COLUMNS } from '../lookup/use-rows.queries.js';

const USES = `
    SELECT ${USE_COLUMNS}
      FROM break_glass_uses b
     WHERE b.client_id = $1 AND b.data_env = $2`;

/** Locks a sign-in ($3), opened or not, for a change. */
export const HOLD_USE = namedQuery('break_glass_hold_use')`
    ${USES} AND b.use_id = $3::uuid FOR UPDATE`;

/** Opens a sign-in ($3) at this time ($4) until an instant ($5), with a sealed reason ($6). */
export const OPEN_USE = namedQuery('break_glass_open')`
    UPDATE break_glass_uses SET opened_at = $4, ends_at = $5, reason_sealed = $6
     WHERE client_id = $1 AND data_env = $2 AND use_id = $3::uuid`;

/** Closes a use ($3) at this time ($4), by a person ($5). */
export const CLOSE_USE = namedQuery('break_glass_close')`
    UPDATE break_glass_uses SET closed_at = $4, closed_by = $5
     WHERE client_id = $1 AND data_env = $2 AND use_id = $3::uuid`;

/** Confirms a use ($3) at this time ($4), by a person ($5). */
export const CONFIRM_USE = namedQuery('break_glass_confirm')`
    UPDATE break_glass_uses SET confirmed_at = $4, confirmed_by = $5
     WHERE client_id = $1 AND data_env = $2 AND use_id = $3::uuid`;

/** The uses that were opened, latest first: one page ($3 rows after $4). */
export const LIST_USES = namedQuery('break_glass_uses')`
    ${USES} AND b.opened_at IS NOT NULL
     ORDER BY b.opened_at DESC, b.use_id
     LIMIT $3 OFFSET $4`;

export const COUNT_USES = namedQuery('break_glass_count_uses')`
    SELECT count(*)::integer AS total FROM break_glass_uses b
     WHERE b.client_id = $1 AND b.data_env = $2 AND b.opened_at IS NOT NULL`;

/** One opened use ($3). */
export const FIND_USE = namedQuery('break_glass_use')`
    ${USES} AND b.opened_at IS NOT NULL AND b.use_id = $3::uuid`;

/** One page ($4 rows after $5) of the acts during a use ($3), done and refused, in order, and how many there are. */
export const ACTS_OF_USE = namedQuery('break_glass_acts_of_use')`
    WITH acts AS (
      SELECT a.occurred_at, a.action, a.outcome, a.metadata, row_number() OVER () AS place
        FROM break_glass_acts($3::uuid) a
       WHERE $1::text IS NOT NULL AND $2::text IS NOT NULL)
    SELECT (SELECT count(*)::integer FROM acts) AS total,
           (SELECT coalesce(json_agg(json_build_object('occurred_at', p.occurred_at, 'action', p.action,
                     'outcome', p.outcome, 'metadata', p.metadata) ORDER BY p.place), '[]')
              FROM (SELECT * FROM acts ORDER BY place LIMIT $4 OFFSET $5) p) AS page`;
