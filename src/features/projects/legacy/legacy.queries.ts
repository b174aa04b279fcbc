import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { LEGACY_PROJECT_COLUMNS } from '../rules/legacy-project.js';

/** The project $3 in the legacy model. */
export const LEGACY_PROJECT = namedQuery('legacy_project')`
SELECT ${LEGACY_PROJECT_COLUMNS}
  FROM projects p
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3`;

/**
 * Changes the billing terms of the project $3, unless it is archived, and returns it with its old
 * terms: $4 to $7 the new terms (null: unchanged), $8 the actor, $9 now.
 */
export const UPDATE_BILLING = namedQuery('update_billing')`
UPDATE projects p
   SET rate_per_minute = coalesce($4::numeric, p.rate_per_minute),
       currency = coalesce($5::text, p.currency),
       billing_model = coalesce($6::text, p.billing_model),
       minimum_billable_seconds = coalesce($7::integer, p.minimum_billable_seconds),
       updated_by = $8,
       updated_at = $9
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived'
RETURNING ${LEGACY_PROJECT_COLUMNS},
       old.rate_per_minute AS old_rate_per_minute, old.currency AS old_currency,
       old.billing_model AS old_billing_model, old.minimum_billable_seconds AS old_minimum_billable_seconds`;

/**
 * Sums the calls of the project $3 from $4 until before $5. Completed ones are billable, for at
 * least $6 seconds each.
 */
export const BILLABLE_CALLS = namedQuery('billable_calls')`
SELECT count(*) AS total_calls,
       sum(c.duration_seconds) AS total_duration_seconds,
       count(*) FILTER (WHERE c.call_status = 'completed') AS billable_calls,
       sum(greatest(c.duration_seconds, $6::numeric)) FILTER (WHERE c.call_status = 'completed') AS billable_seconds
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $3
   AND c.started_at_utc >= $4 AND c.started_at_utc < $5`;
