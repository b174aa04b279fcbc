WITH told AS (
     SELECT t.call_id, last.dispatch_id
       FROM unnest($3::text[], $4::uuid[], $5::uuid[], $6::timestamptz[])
            AS t (call_id, campaign_id, contact_id, started_at)
      CROSS JOIN LATERAL (
            SELECT d.dispatch_id FROM dispatches d
             WHERE d.client_id = $1 AND d.data_env = $2 AND d.campaign_id = t.campaign_id
               AND d.contact_id = t.contact_id AND d.taken_at <= t.started_at + interval '1 minute'
             ORDER BY d.attempt_number DESC LIMIT 1) last
      WHERE NOT EXISTS (
            SELECT FROM dispatches k
             WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = t.call_id))
UPDATE dispatches d SET call_id = t.call_id, is_call_linked = true
  FROM told t
 WHERE d.client_id = $1 AND d.data_env = $2 AND d.dispatch_id = t.dispatch_id AND d.call_id IS NULL
