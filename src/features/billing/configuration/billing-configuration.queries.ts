import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Everything agreed with a tenant, in one row; JSON numbers are exact up to 2^53. */
export const BILLING_CONFIGURATION = namedQuery('billing_configuration')`
SELECT p.plan_name, p.currency, to_jsonb(p.monthly_fee) AS monthly_fee,
       p.provider_customer_id, p.provider_subscription_id, p.foundation_price_id, c.timezone,
       p.evidence_since IS NOT NULL AS is_activated, p.provider_changed_at, p.provider_event_at,
       (SELECT coalesce(jsonb_agg(jsonb_build_object(
                 'meterId', m.meter_id, 'isActive', m.is_active, 'includedUnits', m.included_units,
                 'unitRate', m.unit_rate, 'providerPriceId', m.provider_price_id,
                 'providerMeterId', m.provider_meter_id, 'providerEventName', m.provider_event_name)
                 ORDER BY m.meter_id), '[]')
          FROM billing_plan_meters m
         WHERE m.client_id = $1 AND m.data_env = $2) AS meters,
       (SELECT coalesce(jsonb_agg(jsonb_build_object(
                 'discountId', d.discount_id, 'discountType', d.discount_type, 'discountValue', d.discount_value,
                 'currency', d.currency, 'startDate', d.effective_start_date, 'endDate', d.effective_end_date,
                 'description', d.description) ORDER BY d.discount_id), '[]')
          FROM billing_discounts d
         WHERE d.client_id = $1 AND d.data_env = $2) AS discounts,
       (SELECT coalesce(jsonb_agg(jsonb_build_object(
                 'id', a.adjustment_id, 'adjustmentType', a.adjustment_type,
                 'promotionSubType', a.promotion_sub_type, 'amount', a.amount, 'currency', a.currency,
                 'startDate', a.effective_start_date, 'endDate', a.effective_end_date, 'reason', a.reason)
                 ORDER BY a.adjustment_id), '[]')
          FROM billing_adjustments a
         WHERE a.client_id = $1 AND a.data_env = $2) AS adjustments
  FROM billing_plans p
  JOIN clients c ON c.client_id = p.client_id
 WHERE p.client_id = $1 AND p.data_env = $2`;
