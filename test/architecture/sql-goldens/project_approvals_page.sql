SELECT t.total, p.latest_published_version AS current_base, d.etag AS current_etag, a.*
      FROM (SELECT count(*)::integer AS total FROM project_approvals a WHERE a.client_id = $1 AND a.data_env = $2 AND a.project_id = $3) t
      LEFT JOIN projects p ON p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3
      LEFT JOIN project_drafts d
        ON d.client_id = p.client_id AND d.data_env = p.data_env AND d.project_id = p.project_id
      LEFT JOIN (SELECT a.approval_id, a.draft_etag, a.base_version_number, a.state, a.note, a.requested_by, a.requested_at,
           a.approved_by, a.approved_at, a.withdrawn_by, a.withdrawn_at, a.used_at, a.used_version_number FROM project_approvals a WHERE a.client_id = $1 AND a.data_env = $2 AND a.project_id = $3
                  ORDER BY a.requested_at DESC, a.approval_id DESC
                  LIMIT $4::bigint OFFSET $5::bigint) a ON true
     ORDER BY a.requested_at DESC, a.approval_id DESC
