SELECT campaign_id AS "campaignId", project_id AS "projectId", priority
  FROM campaigns
 WHERE client_id = $1 AND data_env = $2 AND status = 'running'
 ORDER BY priority DESC, campaign_id
