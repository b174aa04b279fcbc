SELECT c.campaign_id AS "campaignId", c.project_id AS "projectId", c.priority, c.campaign_call_type AS "callType",
       c.compliance, w.washed_at AS "washedAt", w.valid_until AS "validUntil"
  FROM campaigns c LEFT JOIN registry_wash_records w
    ON w.client_id = $1 AND w.data_env = $2 AND w.registry_wash_record_id = c.last_registry_wash_record_id
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.status = 'running'
 ORDER BY c.priority DESC, c.campaign_id
