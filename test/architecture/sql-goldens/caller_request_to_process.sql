SELECT tracking_number, identifier_hash, hash_key_id, older_hashes, older_hash_key_ids, contact_hashes,
       data_found_state, data_found_count, erasure_asked_at
  FROM caller_requests
 WHERE client_id = $1 AND data_env = $2 AND request_id = $3
