SELECT pg_advisory_xact_lock(hashtextextended('second factors ' || $3::text, 0)) WHERE EXISTS (
           SELECT FROM portal_user_client_assignments a
            WHERE a.user_id = $3::uuid AND a.client_id = $1 AND a.data_env = $2)
