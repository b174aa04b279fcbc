WITH theirs AS MATERIALIZED (
     SELECT campaign_id, contact_id, created_at
       FROM campaign_contacts
      WHERE client_id = $1 AND data_env = $2 AND phone_hash = $3)
SELECT campaign_id AS "campaignId", contact_id AS "contactId"
  FROM theirs
 WHERE created_at <= $6 AND (campaign_id, contact_id) > ($4::uuid, $5::uuid)
 ORDER BY campaign_id, contact_id
 LIMIT $7
