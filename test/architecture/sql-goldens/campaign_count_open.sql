SELECT coalesce(sum(value), 0)::integer AS contacts
  FROM campaign_counts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND counter = 'status' AND key IN ('pending', 'pending_dispatch', 'queued', 'retry_scheduled')
