UPDATE billing_discounts
   SET effective_end_date = $4::date
 WHERE client_id = $1 AND data_env = $2 AND discount_id = $3 AND effective_start_date <= $4::date
RETURNING discount_id AS id
