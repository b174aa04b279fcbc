WITH changed AS (
     UPDATE campaigns
        SET status = $5, status_reason = $6, status_changed_at = $7, updated_at = $7, revision = revision + 1,
            is_closing = $11, deciding_since = CASE WHEN $5 IN ('completed', 'cancelled') THEN NULL ELSE deciding_since END,
            started_at = CASE WHEN $5 = 'running' THEN coalesce(started_at, $7) ELSE started_at END,
            completed_at = CASE WHEN $5 = 'completed' THEN $7 ELSE completed_at END
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status = $4
  RETURNING campaign_id),
     logged AS (
     INSERT INTO campaign_log (client_id, data_env, campaign_id, occurred_at, action, from_status, to_status, reason, actor_kind, actor_id)
     SELECT $1, $2, campaign_id, $7, $8, $4, $5, $6, $9, $10 FROM changed)
SELECT campaign_id FROM changed
