SELECT count(*)::integer AS contacts
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY ($3::bytea[])
