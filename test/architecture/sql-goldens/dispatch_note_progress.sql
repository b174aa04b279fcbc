WITH noted AS (
     UPDATE dispatches
        SET status = $4, last_sequence = $5, lease_expires_at = $6, call_id = coalesce(call_id, $7)
      WHERE client_id = $1 AND data_env = $2 AND dispatch_id = $3
  RETURNING call_id)
UPDATE campaign_contacts c
   SET status = CASE $4 WHEN 'in_call' THEN 'in_call' ELSE c.status END,
       last_call_id = coalesce(noted.call_id, c.last_call_id), updated_at = $10
  FROM noted
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $8 AND c.contact_id = $9
