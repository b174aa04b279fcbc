UPDATE billing_adjustments
   SET effective_end_date = $4::date
 WHERE client_id = $1 AND data_env = $2 AND adjustment_id = $3 AND effective_start_date <= $4::date
RETURNING adjustment_id AS id
