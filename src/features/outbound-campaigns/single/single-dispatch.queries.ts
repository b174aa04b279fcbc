import type { NamedQuery } from '../../../core/kernel/named-query.js';

/**
 * Keeps the call $3 of project $4 as $5, refused for $6, to the number with the hash $7 under key $8, as $9 tells it, by version
 * $10 with content hash $11; asked for at $12 by $13, to be taken before $14.
 */
export const INSERT_SINGLE: NamedQuery = {
  name: 'single_dispatch_insert',
  text: `
INSERT INTO single_dispatches
       (client_id, data_env, dispatch_id, project_id, status, refused_codes, phone_hash, phone_hash_key_id, call,
        project_version, content_hash, requested_at, requested_by, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};

/** How many calls of project $3 wait for a runtime at $4. */
export const WAITING_CALLS: NamedQuery = {
  name: 'single_dispatch_waiting_calls',
  text: `
SELECT count(*)::integer AS calls FROM single_dispatches
 WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND status = 'queued' AND expires_at > $4`,
};

/** What has become of the call $3, once it was taken by what its dispatch says. */
export const SINGLE_BY_ID: NamedQuery = {
  name: 'single_dispatch_by_id',
  text: `
SELECT s.dispatch_id, s.project_id, coalesce(d.status, s.status) AS status, d.disposition, d.call_id, s.refused_codes
  FROM single_dispatches s
  LEFT JOIN dispatches d USING (client_id, data_env, dispatch_id)
 WHERE s.client_id = $1 AND s.data_env = $2 AND s.dispatch_id = $3`,
};
