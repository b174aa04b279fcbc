SELECT occurred_at, actor_kind, actor_id, action, from_status, to_status, reason
  FROM campaign_log
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3
 ORDER BY entry_id DESC LIMIT 50
