UPDATE calls c SET call_status = 'failed', status_detail = 'runtime_silent', updated_at = now()
  FROM unnest($3::text[], $4::timestamptz[]) AS held (call_id, started_at_utc)
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.call_id = held.call_id AND c.started_at_utc = held.started_at_utc
   AND c.call_status IN ('queued', 'ringing', 'in_progress') AND c.updated_at <= $5
RETURNING c.call_id AS "callId", c.project_id AS "projectId", c.campaign_id AS "campaignId", c.contact_id AS "contactId",
          c.direction, c.revision, c.started_at_utc AS "startedAt", coalesce(c.ended_at_utc, c.started_at_utc) AS "endedAt"
