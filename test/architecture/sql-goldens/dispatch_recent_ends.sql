WITH since AS (
     SELECT greatest(status_changed_at, $4::timestamptz) AS at FROM campaigns
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status = 'running'),
     reports AS MATERIALIZED (
     SELECT EXISTS (SELECT FROM since JOIN dispatches d ON d.client_id = $1 AND d.data_env = $2 AND d.campaign_id = $3 AND d.ended_at > since.at AND d.ended_at < d.lease_expires_at)
            AS is_reported),
     failures AS MATERIALIZED (
     SELECT count(d.dispatch_id)::integer AS failed
       FROM since CROSS JOIN reports LEFT JOIN dispatches d ON d.client_id = $1 AND d.data_env = $2 AND d.campaign_id = $3 AND d.ended_at > since.at AND d.disposition IN ('carrier_failed', 'system_failed') AND (NOT is_reported OR d.ended_at < d.lease_expires_at))
SELECT failed, ended::integer
  FROM since CROSS JOIN reports CROSS JOIN failures
 CROSS JOIN LATERAL (
       SELECT count(*) AS ended
         FROM (SELECT FROM dispatches d WHERE d.client_id = $1 AND d.data_env = $2 AND d.campaign_id = $3 AND d.ended_at > since.at AND (NOT is_reported OR d.ended_at < d.lease_expires_at)
                LIMIT (SELECT greatest(2 * failed, 9) + 1 FROM failures)) few) counted
