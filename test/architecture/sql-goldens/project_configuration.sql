SELECT p.project_id, p.display_name, p.timezone, p.lifecycle_state, p.revision, p.latest_published_version,
           d.etag AS draft_etag, d.base_version_number, d.edit_count, d.updated_at AS draft_updated_at, d.updated_by AS draft_updated_by,
           (SELECT jsonb_object_agg(s.section, jsonb_build_object('configuration', s.configuration, 'etag', s.etag,
                     'updated_at', s.updated_at, 'updated_by', s.updated_by))
              FROM project_draft_sections s
             WHERE s.client_id = p.client_id AND s.data_env = p.data_env AND s.project_id = p.project_id) AS draft_sections,
           x.edit_count AS discarded_edit_count, x.updated_at AS discarded_updated_at, x.part_versions AS discarded_part_versions,
           v.version_number, v.sections AS published_sections, v.content_hash, v.published_at, v.published_by,
           ARRAY(SELECT k.secret_name FROM project_secrets k
                  WHERE k.client_id = p.client_id AND k.data_env = p.data_env AND k.project_id = p.project_id
                  ORDER BY k.secret_name) AS secret_names
      FROM projects p
      LEFT JOIN project_drafts d
        ON d.client_id = p.client_id AND d.data_env = p.data_env AND d.project_id = p.project_id
      LEFT JOIN project_discarded_drafts x
        ON x.client_id = p.client_id AND x.data_env = p.data_env AND x.project_id = p.project_id
      LEFT JOIN project_versions v
        ON v.client_id = p.client_id AND v.data_env = p.data_env AND v.project_id = p.project_id
       AND v.version_number = p.latest_published_version
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3
