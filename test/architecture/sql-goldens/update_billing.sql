UPDATE projects p
   SET rate_per_minute = coalesce($4::numeric, p.rate_per_minute),
       currency = coalesce($5::text, p.currency),
       billing_model = coalesce($6::text, p.billing_model),
       minimum_billable_seconds = coalesce($7::integer, p.minimum_billable_seconds),
       updated_by = $8,
       updated_at = $9
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived'
RETURNING p.project_id, p.client_id, p.display_name, p.timezone, p.lifecycle_state, p.created_at, p.updated_at,
       p.rate_per_minute, p.currency, p.billing_model, p.minimum_billable_seconds,
       old.rate_per_minute AS old_rate_per_minute, old.currency AS old_currency,
       old.billing_model AS old_billing_model, old.minimum_billable_seconds AS old_minimum_billable_seconds
