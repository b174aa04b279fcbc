SELECT coalesce(sum(value), 0) > 0
       OR EXISTS (SELECT FROM campaigns
                   WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND deciding_since IS NOT NULL) AS open
  FROM campaign_counts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND counter = 'listed'
   AND (split_part(key, '/', 1) IN ('dialing', 'in_call')
        OR split_part(key, '/', 1) IN ('pending', 'pending_dispatch', 'queued', 'retry_scheduled') AND split_part(key, '/', 2) = '-')
