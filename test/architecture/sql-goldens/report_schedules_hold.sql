SELECT s.schedule_id, s.owner_id, s.organisation_id, s.name, s.report, s.project_ids, s.frequency, s.send_at_local,
       s.timezone, s.recipients, s.skip_empty, s.status, s.pause_reason, s.next_from, s.next_run_at, s.etag, s.created_at FROM report_schedules s
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.organisation_id IS NOT DISTINCT FROM $3
       AND ($4::uuid IS NULL OR s.owner_id = $4::uuid) AND s.schedule_id = $5::uuid
       FOR UPDATE
