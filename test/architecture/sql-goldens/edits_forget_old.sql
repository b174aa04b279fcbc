DELETE FROM project_section_edits e
     WHERE e.client_id = $1 AND e.data_env = $2 AND e.project_id = $3
       AND e.edit_id IN (SELECT o.edit_id FROM project_section_edits o
                          WHERE o.client_id = $1 AND o.data_env = $2 AND o.project_id = $3
                          ORDER BY o.edit_id DESC
                         OFFSET $4 LIMIT $5)
