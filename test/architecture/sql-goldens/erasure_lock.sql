SELECT stand_in FROM caller_erasures WHERE client_id = $1 AND data_env = $2 AND erasure_id = $3 FOR UPDATE
