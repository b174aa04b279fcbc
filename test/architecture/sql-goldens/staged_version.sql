SELECT v.version_number, v.sections, v.content_hash, v.change_note, v.source, v.rolled_back_from, v.published_at, v.published_by,
           s.draft_etag, s.runtime_id, s.runtime_reported_at
      FROM project_staged_releases s
      JOIN project_versions v
        ON v.client_id = s.client_id AND v.data_env = s.data_env AND v.project_id = s.project_id
       AND v.version_number = s.version_number
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3 AND s.state = 'active' AND s.version_number = $4
