WITH erased AS (
     UPDATE single_dispatches SET phone_hash = $4, call = '{}'
      WHERE client_id = $1 AND data_env = $2 AND dispatch_id = ANY ($3::uuid[])
  RETURNING 1)
UPDATE contact_erasures SET erased_contacts = erased_contacts + (SELECT count(*) FROM erased)
 WHERE client_id = $1 AND data_env = $2 AND erasure_id = $5
