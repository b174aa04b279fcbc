UPDATE campaigns c
   SET last_registry_wash_record_id = $4, updated_at = $6, revision = c.revision + 1
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3
   AND NOT EXISTS (
       SELECT FROM registry_wash_records r
        WHERE r.client_id = $1 AND r.data_env = $2 AND r.registry_wash_record_id = c.last_registry_wash_record_id
          AND r.washed_at > $5)
