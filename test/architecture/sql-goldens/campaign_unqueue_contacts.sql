WITH changed AS (
     UPDATE campaign_contacts SET status = 'pending', updated_at = $4
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status = 'queued'
  RETURNING 1)
SELECT count(*)::integer AS contacts FROM changed
