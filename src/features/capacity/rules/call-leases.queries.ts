import type { NamedQuery } from '../../../core/kernel/named-query.js';

/** Frees the slots of calls $3, which are over or count as dials. */
export const FREE_CALLS: NamedQuery = {
  name: 'capacity_free_calls',
  text: `
DELETE FROM capacity_leases
 WHERE client_id = $1 AND data_env = $2 AND source = 'call' AND holder = ANY ($3::text[]) AND slot = 1`,
};

/**
 * Waits for who is giving call $3 of project $4 a slot, and makes them wait until the transaction ends: they meet in the row. What
 * there is of the call stays as it is, to be freed by the next statement, which sees what was waited for.
 */
export const MEET_CALL: NamedQuery = {
  name: 'capacity_meet_call',
  text: `
INSERT INTO capacity_leases (client_id, data_env, source, holder, slot, project_id, is_inbound, is_waiting, expires_at)
VALUES ($1, $2, 'call', $3, 1, $4, false, true, '-infinity')
    ON CONFLICT (client_id, data_env, source, holder, slot) DO NOTHING`,
};
