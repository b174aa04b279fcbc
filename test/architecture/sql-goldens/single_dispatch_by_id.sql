SELECT s.dispatch_id, s.project_id, coalesce(d.status, s.status) AS status, d.disposition, d.call_id, s.refused_codes
  FROM single_dispatches s
  LEFT JOIN dispatches d USING (client_id, data_env, dispatch_id)
 WHERE s.client_id = $1 AND s.data_env = $2 AND s.dispatch_id = $3
