UPDATE billing_plans SET reconciliation_wanted_at = $3 WHERE client_id = $1 AND data_env = $2
