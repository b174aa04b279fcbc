WITH done AS (DELETE FROM work_items WHERE client_id = $1 AND data_env = $2 AND kind = $3 AND item_id = ANY($4::bigint[]) AND lease_token = $5 AND ready_at > clock_timestamp() RETURNING 1)
SELECT count(*)::integer AS items FROM done
