SELECT e.erased_contacts AS erased, (
       SELECT count(*)::integer
         FROM campaign_contacts c
        WHERE c.client_id = $1 AND c.data_env = $2 AND c.phone_hash = ANY ($4::bytea[]) AND c.created_at <= e.erased_before) + (
       SELECT count(*)::integer
         FROM single_dispatches s
        WHERE s.client_id = $1 AND s.data_env = $2 AND s.phone_hash = ANY ($4::bytea[]) AND s.requested_at <= e.erased_before) AS held
  FROM contact_erasures e
 WHERE e.client_id = $1 AND e.data_env = $2 AND e.erasure_id = $3
