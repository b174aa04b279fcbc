import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Frees the slots of calls $3, which have ended or count as dials. */
export const FREE_CALLS = namedQuery('capacity_free_calls')`
DELETE FROM capacity_leases
 WHERE client_id = $1 AND data_env = $2 AND source = 'call' AND holder = ANY ($3::text[]) AND slot = 1`;

/**
 * Waits for transactions that give slots to the calls $3 of the projects $4, and makes later ones
 * wait until this transaction ends: all lock the rows in the order of the calls' ids. An existing
 * lease of a call is freed by the next statement, which sees the changes for which this one waited.
 */
export const MEET_CALLS = namedQuery('capacity_meet_calls')`
INSERT INTO capacity_leases (client_id, data_env, source, holder, slot, project_id, is_inbound, is_waiting, expires_at)
SELECT $1, $2, 'call', c.call_id, 1, c.project_id, false, true, '-infinity'
  FROM unnest($3::text[], $4::text[]) AS c (call_id, project_id)
 ORDER BY c.call_id COLLATE "C"
    ON CONFLICT (client_id, data_env, source, holder, slot) DO NOTHING`;
