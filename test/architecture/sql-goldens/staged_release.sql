SELECT s.version_number, v.content_hash, v.change_note, s.state, s.percent, s.numbers_masked, s.started_by, s.started_at,
           s.ended_by, s.ended_at, s.runtime_id, s.runtime_reported_at
      FROM project_staged_releases s
      JOIN project_versions v
        ON v.client_id = s.client_id AND v.data_env = s.data_env AND v.project_id = s.project_id
       AND v.version_number = s.version_number
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3
     ORDER BY s.version_number DESC
     LIMIT 1
