SELECT min(lease_expires_at) AS "endsAt" FROM dispatches
 WHERE client_id = $1 AND data_env = $2 AND status <> 'ended'
