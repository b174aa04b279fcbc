import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The location of one call of a tenant: its project, and the start that determines its month. */
export const CALL_BY_ID = namedQuery('call_by_id')`
SELECT i.project_id, i.started_at_utc
  FROM call_index i
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = $3`;

/** A call and its location: its project and start. */
export interface FoundCall {
  readonly callId: string;
  readonly projectId: string;
  /** Restricts the query to the call's month. */
  readonly startedAt: Date;
}

/** $3 and $4 of every statement about one call: its id and its start. */
export const placeOf = ({ callId, startedAt }: FoundCall): unknown[] => [callId, startedAt];

/** The direction of the call $3 that started at $4. */
export const CALL_DIRECTION = namedQuery('call_direction')`
SELECT direction FROM calls
 WHERE client_id = $1 AND data_env = $2 AND call_id = $3 AND started_at_utc = $4`;

/**
 * Reads the location of the call $3; ingest waits for the end of the transaction before it writes
 * another version of it.
 */
export const HOLD_CALL = namedQuery('hold_call')`
SELECT i.started_at_utc FROM call_index i
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = $3 FOR SHARE`;

/** The status of the call $3 that started at $4. */
export const CALL_STATUS = namedQuery('call_status')`
SELECT call_status FROM calls
 WHERE client_id = $1 AND data_env = $2 AND call_id = $3 AND started_at_utc = $4`;
