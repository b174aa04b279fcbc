SELECT c.campaign_id AS "campaignId", c.status, c.status_reason AS "statusReason",
       (SELECT json_object_agg(counted.name, counted.value)
          FROM (SELECT n.counter || '/' || n.key AS name, sum(n.value)::float8 AS value
                  FROM campaign_counts n
                 WHERE n.client_id = $1 AND n.data_env = $2 AND n.campaign_id = c.campaign_id
                   AND n.counter = ANY (CASE WHEN c.is_closing THEN ARRAY['listed'] ELSE ARRAY['status', 'callable'] END)
                 GROUP BY n.counter, n.key) counted) AS counted
  FROM campaigns c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = ANY ($3::uuid[])
