UPDATE campaign_contacts k
   SET is_callable = decided.reason IS NULL, not_callable_reason = decided.reason, updated_at = $6
  FROM unnest($4::uuid[], $5::text[]) AS decided (contact_id, reason)
 WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3 AND k.contact_id = decided.contact_id
