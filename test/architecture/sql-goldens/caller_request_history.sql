SELECT revision, changed_at, actor_kind, actor_id, from_status, to_status, data_found_state, data_found_count,
       status_note_encrypted
  FROM caller_request_history
 WHERE client_id = $1 AND data_env = $2 AND request_id = $3
 ORDER BY revision, actor_kind = 'system'
