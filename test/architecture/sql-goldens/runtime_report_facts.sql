SELECT v.content_hash AS current_hash,
           EXISTS (SELECT FROM project_versions e
                    WHERE e.client_id = v.client_id AND e.data_env = v.data_env AND e.project_id = v.project_id
                      AND e.version_number < v.version_number AND e.content_hash = $4) AS is_of_earlier_version,
           (SELECT n.content_hash FROM project_versions n
             WHERE n.client_id = v.client_id AND n.data_env = v.data_env AND n.project_id = v.project_id
               AND n.version_number = $5::integer) AS named_hash,
           c.projection, r.applied_hash AS previous_hash
      FROM projects p
      JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = p.latest_published_version
      LEFT JOIN project_compliance c
        ON c.client_id = v.client_id AND c.data_env = v.data_env AND c.project_id = v.project_id
      LEFT JOIN project_runtime_reports r
        ON r.client_id = v.client_id AND r.data_env = v.data_env AND r.project_id = v.project_id
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived'
