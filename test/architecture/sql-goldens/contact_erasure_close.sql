DELETE FROM contact_erasures WHERE client_id = $1 AND data_env = $2 AND erasure_id = $3 AND erased_before <= $4
