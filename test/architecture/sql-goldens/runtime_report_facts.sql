SELECT v.content_hash AS current_hash,
           (SELECT jsonb_object_agg(s.name, v.sections -> s.name) FROM unnest($6::text[]) s (name)) AS current_sections,
           CASE WHEN e.sections IS NOT NULL THEN (
             SELECT jsonb_object_agg(s.name, e.sections -> s.name) FROM unnest($6::text[]) s (name)) END AS applied_sections,
           (SELECT n.content_hash FROM project_versions n
             WHERE n.client_id = v.client_id AND n.data_env = v.data_env AND n.project_id = v.project_id
               AND n.version_number = $5::integer) AS named_hash,
           g.version_number AS staged_version_number, g.runtime_reported_at AS staged_reported_at,
           c.projection, r.applied_hash AS previous_hash
      FROM projects p
      JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = p.latest_published_version
      LEFT JOIN LATERAL (
             SELECT o.sections FROM project_versions o
              WHERE o.client_id = v.client_id AND o.data_env = v.data_env AND o.project_id = v.project_id
                AND o.version_number <> v.version_number AND o.content_hash = $4
              LIMIT 1) e ON true
      LEFT JOIN LATERAL (
             SELECT a.version_number, a.runtime_reported_at
               FROM project_staged_releases a
               JOIN project_versions w
                 ON w.client_id = a.client_id AND w.data_env = a.data_env AND w.project_id = a.project_id
                AND w.version_number = a.version_number AND w.content_hash = $4
              WHERE a.client_id = v.client_id AND a.data_env = v.data_env AND a.project_id = v.project_id
                AND a.state = 'active') g ON true
      LEFT JOIN project_compliance c
        ON c.client_id = v.client_id AND c.data_env = v.data_env AND c.project_id = v.project_id
      LEFT JOIN project_runtime_reports r
        ON r.client_id = v.client_id AND r.data_env = v.data_env AND r.project_id = v.project_id
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3 AND p.lifecycle_state <> 'archived'
