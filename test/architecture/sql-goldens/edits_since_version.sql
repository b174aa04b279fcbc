WITH mark AS (SELECT v.published_at AS marked_at, false AS is_of_draft
                      FROM project_versions v
                     WHERE v.client_id = $1 AND v.data_env = $2 AND v.project_id = $3 AND v.version_number = $4
                     UNION ALL
                    SELECT '-infinity'::timestamptz, false WHERE $4::integer = 0)
    SELECT e.section, e.changed_paths, m.is_of_draft,
           EXISTS (SELECT 1 FROM project_versions v
                    WHERE v.client_id = $1 AND v.data_env = $2 AND v.project_id = $3
                      AND v.source = 'rollback' AND v.published_at > m.marked_at)
           OR EXISTS (SELECT 1 FROM project_staged_releases r
                       WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3
                         AND r.state = 'finished' AND r.ended_at > m.marked_at) AS is_replaced
      FROM mark m
      LEFT JOIN project_section_edits e
        ON e.client_id = $1 AND e.data_env = $2 AND e.project_id = $3 AND e.edited_at >= m.marked_at
     ORDER BY e.edit_id
     LIMIT 1000
