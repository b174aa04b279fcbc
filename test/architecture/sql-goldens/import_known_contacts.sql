SELECT contact_id, external_contact_id, status, not_callable_reason, personalization_encrypted, personalization_hash
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND external_contact_id = ANY($4::text[])
