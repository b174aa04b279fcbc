INSERT INTO project_section_edits (client_id, data_env, project_id, section, previous_etag, etag, draft_etag,
                                       changed_paths, configuration, edited_at, edited_by)
    SELECT $1, $2, $3, e.section, e.previous_etag, e.etag, $5, e.changed_paths, e.configuration, $6, $7
      FROM jsonb_to_recordset($4::jsonb)
        AS e(section text, previous_etag text, etag text, changed_paths text[], configuration jsonb)
