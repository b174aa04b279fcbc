import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const SET_PLAN = namedQuery('billing_set_plan')`
INSERT INTO billing_plans AS p (client_id, data_env, plan_name, currency, monthly_fee, provider_customer_id,
                                provider_subscription_id, foundation_price_id, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (client_id, data_env) DO UPDATE
   SET plan_name = excluded.plan_name, currency = excluded.currency, monthly_fee = excluded.monthly_fee,
       provider_customer_id = excluded.provider_customer_id,
       provider_subscription_id = excluded.provider_subscription_id,
       foundation_price_id = excluded.foundation_price_id, updated_at = excluded.updated_at`;

/**
 * A meter that was off starts again from now: usage in between was not agreed on (billing 14.1).
 */
export const SET_METER = namedQuery('billing_set_meter')`
INSERT INTO billing_plan_meters AS m (client_id, data_env, meter_id, is_active, included_units, unit_rate,
                                 provider_price_id, provider_meter_id, provider_event_name, updated_at, metered_from)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $4 THEN $11::timestamptz END)
    ON CONFLICT (client_id, data_env, meter_id) DO UPDATE
   SET is_active = excluded.is_active, included_units = excluded.included_units, unit_rate = excluded.unit_rate,
       provider_price_id = excluded.provider_price_id, provider_meter_id = excluded.provider_meter_id,
       provider_event_name = excluded.provider_event_name, updated_at = excluded.updated_at,
       metered_from = CASE WHEN excluded.is_active AND NOT m.is_active THEN excluded.metered_from
                           ELSE coalesce(m.metered_from, excluded.metered_from) END`;

export const ADD_DISCOUNT = namedQuery('billing_add_discount')`
INSERT INTO billing_discounts (client_id, data_env, discount_type, discount_value, currency, effective_start_date,
                               effective_end_date, description, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING discount_id AS id`;

export const END_DISCOUNT = namedQuery('billing_end_discount')`
UPDATE billing_discounts
   SET effective_end_date = $4::date
 WHERE client_id = $1 AND data_env = $2 AND discount_id = $3 AND effective_start_date <= $4::date
RETURNING discount_id AS id`;

export const ADD_ADJUSTMENT = namedQuery('billing_add_adjustment')`
INSERT INTO billing_adjustments (client_id, data_env, adjustment_type, promotion_sub_type, amount, currency,
                                 effective_start_date, effective_end_date, reason, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
RETURNING adjustment_id AS id`;

export const END_ADJUSTMENT = namedQuery('billing_end_adjustment')`
UPDATE billing_adjustments
   SET effective_end_date = $4::date
 WHERE client_id = $1 AND data_env = $2 AND adjustment_id = $3 AND effective_start_date <= $4::date
RETURNING adjustment_id AS id`;

export const SET_EVIDENCE = namedQuery('billing_set_evidence')`
UPDATE billing_plans
   SET evidence_since = CASE WHEN $3 THEN coalesce(evidence_since, $4) END
 WHERE client_id = $1 AND data_env = $2`;

export const WANT_RECONCILIATION = namedQuery('billing_want_reconciliation')`
UPDATE billing_plans SET reconciliation_wanted_at = $3 WHERE client_id = $1 AND data_env = $2`;
