SELECT s.dispatch_id, s.project_id, coalesce(d.status, s.status) AS status, d.disposition, d.call_id, s.refused_codes, s.requested_at
  FROM single_dispatches s
  LEFT JOIN dispatches d USING (client_id, data_env, dispatch_id)
 WHERE s.client_id = $1 AND s.data_env = $2 AND s.dispatch_id < $3
   AND ($4::text IS NULL OR s.project_id = $4)
   AND ($5::text[] IS NULL OR s.project_id = ANY ($5))
   AND ($6::text IS NULL OR coalesce(d.status, s.status) = $6)
 ORDER BY s.dispatch_id DESC
 LIMIT $7
