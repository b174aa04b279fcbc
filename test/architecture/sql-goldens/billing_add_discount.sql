INSERT INTO billing_discounts (client_id, data_env, discount_type, discount_value, currency, effective_start_date,
                               effective_end_date, description, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING discount_id AS id
