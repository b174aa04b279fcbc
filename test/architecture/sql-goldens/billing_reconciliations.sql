SELECT record_id, meter_id, period_start, period_end, source_total, stored_total, provider_total, state, checked_at
  FROM billing_reconciliations
 WHERE client_id = $1 AND data_env = $2
 ORDER BY checked_at DESC, record_id DESC
 LIMIT 1500
