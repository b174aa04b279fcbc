INSERT INTO project_draft_sections (client_id, data_env, project_id, section, configuration, etag, updated_at, updated_by)
    SELECT $1, $2, $3, e.section, e.configuration, e.etag, $5, $6
      FROM jsonb_to_recordset($4::jsonb) AS e(section text, configuration jsonb, etag text)
        ON CONFLICT (client_id, data_env, project_id, section)
        DO UPDATE SET configuration = excluded.configuration, etag = excluded.etag,
                      updated_at = excluded.updated_at, updated_by = excluded.updated_by
