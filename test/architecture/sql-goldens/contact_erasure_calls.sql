SELECT contact_id AS "contactId", call_id AS "callId"
  FROM dispatches
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($4::uuid[]) AND call_id IS NOT NULL
UNION
SELECT contact_id, last_call_id
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($4::uuid[]) AND last_call_id IS NOT NULL
