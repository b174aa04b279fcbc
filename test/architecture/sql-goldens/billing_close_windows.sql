INSERT INTO billing_usage_windows (client_id, data_env, meter_id, window_start, window_end, quantity, status, source_hash,
                                   frozen_at, details)
SELECT $1, $2, $3, w.start, w.start + interval '1 hour', w.quantity,
       CASE WHEN w.quantity = 0 THEN 'zero' ELSE 'frozen' END, w.source_hash, $7, w.details
  FROM unnest($4::timestamptz[], $5::bigint[], $6::text[], $8::jsonb[]) AS w(start, quantity, source_hash, details)
    ON CONFLICT (client_id, data_env, meter_id, window_start) DO NOTHING
