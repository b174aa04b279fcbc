SELECT campaign_id AS "campaignId", status, status_reason AS "statusReason"
  FROM campaigns
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = ANY ($3::uuid[])
