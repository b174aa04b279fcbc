SELECT a.approval_id, a.draft_etag, a.base_version_number, a.approved_by, true AS approver_stands
      FROM project_approvals a WHERE a.client_id = $1 AND a.data_env = $2 AND a.project_id = $3 AND a.state = 'used' AND a.used_version_number = $4
