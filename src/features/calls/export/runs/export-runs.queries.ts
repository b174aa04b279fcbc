import { namedQuery } from '../../../../core/database/unit-of-work/named-query.js';

/**
 * Acquires a caller's lease unless a running export holds it: $3 caller, $4 run, $5 now, $6 when
 * the lease ends. Does not wait for a concurrent attempt, which would then be a running export.
 */
export const TAKE_LEASE = namedQuery('export_take_lease')`
WITH turn AS MATERIALIZED (
     SELECT pg_try_advisory_xact_lock(hashtextextended(concat_ws(chr(10), 'export_runs', $1::text, $2::text, $3::text), 0)) AS is_ours)
INSERT INTO export_runs (client_id, data_env, caller, run_id, deadline_at)
SELECT $1::text, $2::text, $3::text, $4::uuid, $6::timestamptz FROM turn WHERE is_ours
    ON CONFLICT (client_id, data_env, caller)
    DO UPDATE SET run_id = excluded.run_id, deadline_at = excluded.deadline_at
 WHERE export_runs.deadline_at < $5
RETURNING run_id`;

/** Moves the end of a lease ($5) that is still this run's ($4). */
export const RENEW_LEASE = namedQuery('export_renew_lease')`
UPDATE export_runs SET deadline_at = $5
 WHERE client_id = $1 AND data_env = $2 AND caller = $3 AND run_id = $4 AND deadline_at > '-infinity'
RETURNING run_id`;

/** Releases a run's lease. */
export const FREE_LEASE = namedQuery('export_free_lease')`
UPDATE export_runs SET deadline_at = '-infinity'
 WHERE client_id = $1 AND data_env = $2 AND caller = $3 AND run_id = $4`;
