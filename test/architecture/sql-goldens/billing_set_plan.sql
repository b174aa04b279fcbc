INSERT INTO billing_plans AS p (client_id, data_env, plan_name, currency, monthly_fee, provider_customer_id,
                                provider_subscription_id, foundation_price_id, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (client_id, data_env) DO UPDATE
   SET plan_name = excluded.plan_name, currency = excluded.currency, monthly_fee = excluded.monthly_fee,
       provider_customer_id = excluded.provider_customer_id,
       provider_subscription_id = excluded.provider_subscription_id,
       foundation_price_id = excluded.foundation_price_id, updated_at = excluded.updated_at
