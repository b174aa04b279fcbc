SELECT c.campaign_id AS "campaignId", c.project_id AS "projectId", c.status, c.updated_at AS "updatedAt",
       (SELECT count(*)::integer FROM campaign_contacts k
         WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3 AND NOT c.is_closing
           AND k.status = 'retry_scheduled' AND k.next_attempt_at <= $4) AS due,
       (SELECT json_object_agg(counted.name, counted.value)
          FROM (SELECT n.counter || '/' || n.key AS name, sum(n.value)::float8 AS value
                  FROM campaign_counts n
                 WHERE n.client_id = $1 AND n.data_env = $2 AND n.campaign_id = c.campaign_id
                   AND n.counter = ANY (CASE WHEN c.is_closing THEN ARRAY['listed', 'disposition', 'registry'] ELSE ARRAY['status', 'callable', 'reason', 'disposition', 'registry'] END)
                 GROUP BY n.counter, n.key) counted) AS counted
  FROM campaigns c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3
