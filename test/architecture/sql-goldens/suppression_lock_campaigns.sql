SELECT c.campaign_id, c.project_id
  FROM campaigns c
 WHERE c.client_id = $1 AND c.data_env = $2 AND ($3::text IS NULL OR c.project_id = $3)
   AND c.campaign_id = ANY (ARRAY(
       SELECT k.campaign_id FROM campaign_contacts k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.phone_hash = ANY($4::bytea[])))
   AND c.status NOT IN ('completed', 'cancelled', 'failed')
 ORDER BY c.campaign_id
   FOR UPDATE
