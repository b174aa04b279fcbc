SELECT a.approval_id, a.requested_by, a.requested_at
      FROM project_approvals a WHERE a.client_id = $1 AND a.data_env = $2 AND a.project_id = $3 AND a.state = 'requested'
       AND a.draft_etag = $4 AND a.base_version_number IS NOT DISTINCT FROM $5::integer
     ORDER BY a.requested_at DESC
     LIMIT 1
