UPDATE campaign_contacts c
   SET next_attempt_at = coalesce(p.next_attempt_at, c.next_attempt_at),
       is_callable = p.reason IS NULL, not_callable_reason = p.reason, updated_at = $7
  FROM unnest($3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[])
       AS p (campaign_id, contact_id, next_attempt_at, reason)
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = p.campaign_id AND c.contact_id = p.contact_id
