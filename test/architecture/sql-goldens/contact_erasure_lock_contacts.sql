SELECT contact_id AS "contactId", status
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($4::uuid[]) AND phone_hash = $5
 ORDER BY contact_id
   FOR UPDATE
