SELECT campaign_id AS "campaignId", project_id AS "projectId", status, campaign_call_type AS "campaignCallType", timezone,
       schedule_end_at AS "scheduleEndAt", retry_policy AS "retryPolicy", voicemail_policy AS "voicemailPolicy",
       compliance, project_version AS "projectVersion", content_hash AS "contentHash"
  FROM campaigns
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = ANY ($3::uuid[])
