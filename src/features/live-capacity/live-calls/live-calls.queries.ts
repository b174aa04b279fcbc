import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { raisePeaks } from '../../capacity/rules/leases.queries.js';

/**
 * Gives slots to calls $3 of projects $4 (inbound $5, waiting $6) for $7 seconds from now, in the
 * order of their ids.
 */
export const HOLD_CALLS = namedQuery('capacity_hold_calls')`
INSERT INTO capacity_leases (client_id, data_env, source, holder, slot, project_id, is_inbound, is_waiting, expires_at)
SELECT $1, $2, 'call', c.call_id, 1, c.project_id, c.is_inbound, c.is_waiting, statement_timestamp() + $7 * interval '1 second'
  FROM unnest($3::text[], $4::text[], $5::boolean[], $6::boolean[]) AS c (call_id, project_id, is_inbound, is_waiting)
 ORDER BY c.call_id COLLATE "C"
    ON CONFLICT (client_id, data_env, source, holder, slot)
    DO UPDATE SET project_id = excluded.project_id, is_inbound = excluded.is_inbound,
                  is_waiting = excluded.is_waiting, expires_at = excluded.expires_at`;

/** Raises the peaks of the quarter of an hour of $3 to the slots in use now. */
export const RAISE_PEAKS = namedQuery('capacity_raise_peaks')`
WITH in_use AS (
     SELECT coalesce(l.project_id, '') AS project_id, count(*) AS in_use FROM capacity_leases l
      WHERE l.client_id = $1 AND l.data_env = $2 AND NOT l.is_waiting AND l.expires_at > statement_timestamp()
      GROUP BY GROUPING SETS ((l.project_id), ()))
${raisePeaks('in_use', '$3')}`;
