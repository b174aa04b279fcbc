SELECT v.version_number, v.published_at, v.published_by, v.change_note, v.content_hash, v.source, v.rolled_back_from,
           v.version_number = p.latest_published_version AS is_current,
           CASE WHEN v.version_number = p.latest_published_version THEN 'current'
                ELSE coalesce((SELECT CASE s.state WHEN 'active' THEN 'staged' WHEN 'taken_back' THEN 'taken_back' END
                                 FROM project_staged_releases s
                                WHERE s.client_id = v.client_id AND s.data_env = v.data_env
                                  AND s.project_id = v.project_id AND s.version_number = v.version_number), 'published')
           END AS state, v.sections FROM project_versions v
      JOIN projects p ON p.client_id = v.client_id AND p.data_env = v.data_env AND p.project_id = v.project_id
     WHERE v.client_id = $1 AND v.data_env = $2 AND v.project_id = $3 AND v.version_number = $4
