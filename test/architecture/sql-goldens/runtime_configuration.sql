SELECT p.display_name, p.timezone, v.version_number, v.content_hash, v.published_at, v.sections, v.secret_names,
           (SELECT jsonb_agg(jsonb_build_object('name', s.secret_name, 'version', s.version,
                               'sealed', encode(s.value_encrypted, 'base64')))
              FROM project_secrets s
             WHERE s.client_id = v.client_id AND s.data_env = v.data_env AND s.project_id = v.project_id
               AND s.secret_name = ANY(v.secret_names)) AS secrets
      FROM projects p
      JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = p.latest_published_version
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived'
