SELECT count(*)::integer AS calls
  FROM (SELECT FROM calls c WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4 LIMIT $6) counted
