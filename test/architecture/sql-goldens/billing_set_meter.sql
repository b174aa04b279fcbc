INSERT INTO billing_plan_meters AS m (client_id, data_env, meter_id, is_active, included_units, unit_rate,
                                 provider_price_id, provider_meter_id, provider_event_name, updated_at, metered_from)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $4 THEN $11::timestamptz END)
    ON CONFLICT (client_id, data_env, meter_id) DO UPDATE
   SET is_active = excluded.is_active, included_units = excluded.included_units, unit_rate = excluded.unit_rate,
       provider_price_id = excluded.provider_price_id, provider_meter_id = excluded.provider_meter_id,
       provider_event_name = excluded.provider_event_name, updated_at = excluded.updated_at,
       metered_from = coalesce(m.metered_from, excluded.metered_from)
