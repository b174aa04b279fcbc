UPDATE billing_plans
   SET evidence_since = CASE WHEN $3 THEN coalesce(evidence_since, $4) END
 WHERE client_id = $1 AND data_env = $2
