SELECT (SELECT json_object_agg(counted.name, counted.value)
          FROM (SELECT n.counter || '/' || n.key AS name, sum(n.value)::float8 AS value
                  FROM campaign_counts n
                 WHERE n.client_id = $1 AND n.data_env = $2 AND n.campaign_id = c.campaign_id
                   AND n.counter = ANY (CASE WHEN c.is_closing THEN ARRAY['listed'] ELSE ARRAY['status', 'callable'] END)
                 GROUP BY n.counter, n.key) counted) AS counted,
       w.washed_at AS "washedAt", w.valid_until AS "validUntil", w.numbers_submitted AS "numbersSubmitted",
       w.numbers_on_register AS "numbersOnRegister"
  FROM campaigns c LEFT JOIN registry_wash_records w
    ON w.client_id = $1 AND w.data_env = $2 AND w.registry_wash_record_id = c.last_registry_wash_record_id
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3
