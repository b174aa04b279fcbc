UPDATE campaign_contacts c
   SET status = 'failed', is_callable = false, not_callable_reason = 'invalid_number', updated_at = $5
  FROM unnest($3::uuid[], $4::uuid[]) AS p (campaign_id, contact_id)
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = p.campaign_id AND c.contact_id = p.contact_id
