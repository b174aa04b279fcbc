DELETE FROM project_draft_sections s
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.project_id = $3 AND s.section = ANY($4::text[])
