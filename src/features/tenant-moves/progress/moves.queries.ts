import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const COLUMNS = `m.client_id, m.data_env, m.move_id, m.source_store, m.target_store, m.state, m.started_at, m.state_at,
           m.ended_at, m.tables, m.tables_copied, m.rows_compared::float8 AS rows_compared, m.pause_ms, m.note`;

/** The tenant's move that has not ended. */
export const OPEN_MOVE = namedQuery('tenant_moves_open')`
    SELECT ${COLUMNS} FROM tenant_moves m WHERE m.client_id = $1 AND m.data_env = $2 AND m.ended_at IS NULL`;

/** The tenant's moves, latest first. */
export const MOVES_OF_TENANT = namedQuery('tenant_moves_of_tenant')`
    SELECT ${COLUMNS} FROM tenant_moves m
     WHERE m.client_id = $1 AND m.data_env = $2 ORDER BY m.started_at DESC LIMIT 20`;

/** Moves of all tenants: those that are open, and those that ended since $1. */
export const ALL_MOVES = namedQuery('tenant_moves_of_all')`
    SELECT ${COLUMNS} FROM tenant_moves m
     WHERE m.ended_at IS NULL OR m.ended_at > $1 ORDER BY m.started_at DESC`;

/** Starts a move ($3) from a store ($4) to another ($5), now ($6). */
export const START_MOVE = namedQuery('tenant_moves_start')`
    INSERT INTO tenant_moves (client_id, data_env, move_id, source_store, target_store, state, started_at, state_at)
    VALUES ($1, $2, $3, $4, $5, 'copying', $6, $6)`;

/** Puts a move ($3) into a state ($4), now ($5); figures are changed only if given. */
export const SET_STATE = namedQuery('tenant_moves_set_state')`
    UPDATE tenant_moves SET state = $4, state_at = $5, note = NULL,
           rows_compared = coalesce($6, rows_compared), pause_ms = coalesce($7, pause_ms)
     WHERE client_id = $1 AND data_env = $2 AND move_id = $3::uuid`;

/** Records the progress of a move ($3): tables ($4), copied ones ($5), and what delays it ($6). */
export const NOTE_PROGRESS = namedQuery('tenant_moves_note')`
    UPDATE tenant_moves SET tables = $4, tables_copied = $5, note = $6
     WHERE client_id = $1 AND data_env = $2 AND move_id = $3::uuid`;

export const END_MOVE = namedQuery('tenant_moves_end')`
    UPDATE tenant_moves SET ended_at = $4, note = NULL
     WHERE client_id = $1 AND data_env = $2 AND move_id = $3::uuid`;

/** Switches the tenant's route from a store ($3) to another ($4). */
export const TURN_ROUTE = namedQuery('tenant_moves_turn_route')`
    UPDATE tenant_routes SET store_id = $4 WHERE client_id = $1 AND data_env = $2 AND store_id = $3
    RETURNING 1`;

/** Records what delays a move ($3): $4. */
export const HOLD_UP_MOVE = namedQuery('tenant_moves_hold_up')`
    UPDATE tenant_moves SET note = $4 WHERE client_id = $1 AND data_env = $2 AND move_id = $3::uuid`;
