SELECT p.project_id, p.display_name,
           least(g.transcript_retention_days, t.transcript_retention_days) AS retention_days
      FROM projects p
      LEFT JOIN tenant_governance t ON t.client_id = $1 AND t.data_env = $2
      LEFT JOIN project_governance g ON g.client_id = $1 AND g.data_env = $2 AND g.project_id = p.project_id
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = ANY($3)
