INSERT INTO billing_adjustments (client_id, data_env, adjustment_type, promotion_sub_type, amount, currency,
                                 effective_start_date, effective_end_date, reason, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
RETURNING adjustment_id AS id
