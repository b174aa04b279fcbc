SELECT (SELECT count(*)::integer FROM dispatches
         WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND ended_at > $4) AS ended,
       (SELECT count(*)::integer FROM dispatches
         WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND ended_at > $4
           AND disposition IN ('carrier_failed', 'system_failed')) AS failed,
       (SELECT coalesce(sum(value), 0)::integer FROM campaign_counts
         WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND counter = 'status'
           AND key IN ('pending', 'pending_dispatch', 'queued', 'dialing', 'in_call', 'retry_scheduled')) AS open
