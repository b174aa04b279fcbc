WITH taken AS MATERIALIZED (
     SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::integer[], $7::text[], $10::bytea[])
                AS t (campaign_id, contact_id, dispatch_id, attempt_number, project_id, phone_hash)
      WHERE (
       SELECT true FROM campaign_contacts busy
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = t.phone_hash
          AND busy.status IN ('dialing', 'in_call') LIMIT 1) IS NULL
   AND (
       SELECT true FROM single_dispatches busy JOIN dispatches open USING (client_id, data_env, dispatch_id)
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = t.phone_hash AND busy.status = 'taken'
          AND open.status <> 'ended' LIMIT 1) IS NULL),
     dialing AS (
     UPDATE campaign_contacts c
        SET status = 'dialing', attempt_count = t.attempt_number, last_attempt_at = $8, next_attempt_at = NULL,
            updated_at = $8
       FROM taken t
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = t.campaign_id AND c.contact_id = t.contact_id)
INSERT INTO dispatches
       (client_id, data_env, dispatch_id, campaign_id, contact_id, project_id, attempt_number, status, lease_expires_at,
        taken_at)
SELECT $1, $2, t.dispatch_id, t.campaign_id, t.contact_id, t.project_id, t.attempt_number, 'leased', $9, $8 FROM taken t
RETURNING dispatch_id AS "dispatchId"
