WITH suppressed AS (
     UPDATE campaign_contacts
        SET is_callable = false, not_callable_reason = 'dnc', updated_at = $5
      WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY($4::bytea[]) AND campaign_id = ANY($3::uuid[])
        AND not_callable_reason IS DISTINCT FROM 'dnc'
        AND status NOT IN ('completed', 'failed', 'suppressed', 'cancelled', 'expired')
  RETURNING 1)
SELECT count(*)::integer AS contacts FROM suppressed
