DELETE FROM suppressions
 WHERE client_id = $1 AND data_env = $2 AND suppression_id = $3
RETURNING phone_hash
