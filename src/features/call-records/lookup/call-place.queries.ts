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
