WITH done AS (DELETE FROM work_marks WHERE client_id = $1 AND data_env = $2 AND kind = $3 AND mark_id = ANY($4::bigint[]) AND lease_token = $5 AND ready_at > clock_timestamp() RETURNING 1)
SELECT count(*)::integer AS marks FROM done
