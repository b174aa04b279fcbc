SELECT p.lifecycle_state, v.version_number, v.content_hash, v.sections -> 'provider-configuration' AS providers,
           EXISTS (SELECT 1 FROM project_deployments d
                    WHERE d.client_id = v.client_id AND d.data_env = v.data_env AND d.project_id = v.project_id
                      AND d.content_hash = v.content_hash)
        OR EXISTS (SELECT 1 FROM project_runtime_reports r
                    WHERE r.client_id = v.client_id AND r.data_env = v.data_env AND r.project_id = v.project_id
                      AND r.applied_hash = v.content_hash) AS is_deployed,
           (SELECT c.projection FROM project_compliance c
             WHERE c.client_id = p.client_id AND c.data_env = p.data_env AND c.project_id = p.project_id) AS compliance
      FROM projects p
      LEFT JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = p.latest_published_version
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3
