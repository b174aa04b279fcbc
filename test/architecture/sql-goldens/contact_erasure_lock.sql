SELECT stand_in AS "standIn" FROM contact_erasures WHERE client_id = $1 AND data_env = $2 AND erasure_id = $3 FOR UPDATE
