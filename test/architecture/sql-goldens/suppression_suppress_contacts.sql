WITH held AS MATERIALIZED (
     SELECT campaign_id, contact_id FROM campaign_contacts
      WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY($4::bytea[]) AND campaign_id = ANY($3::uuid[])
        AND not_callable_reason IS DISTINCT FROM 'dnc'
        AND status NOT IN ('completed', 'failed', 'suppressed', 'cancelled', 'expired')
      ORDER BY campaign_id, contact_id
        FOR UPDATE),
     suppressed AS (
     UPDATE campaign_contacts c
        SET is_callable = false, not_callable_reason = 'dnc', updated_at = $5
       FROM held h
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = h.campaign_id AND c.contact_id = h.contact_id
  RETURNING c.phone_hash)
SELECT encode(phone_hash, 'hex') AS hash, count(*)::integer AS contacts FROM suppressed GROUP BY phone_hash
