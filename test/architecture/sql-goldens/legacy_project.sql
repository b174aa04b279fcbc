SELECT p.project_id, p.client_id, p.display_name, p.timezone, p.lifecycle_state, p.created_at, p.updated_at,
       p.rate_per_minute, p.currency, p.billing_model, p.minimum_billable_seconds
  FROM projects p
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3
