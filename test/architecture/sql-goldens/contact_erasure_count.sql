SELECT (SELECT count(*) FROM campaign_contacts
         WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY ($3::bytea[]))::integer
     + (SELECT count(*) FROM single_dispatches
         WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY ($3::bytea[]))::integer AS contacts
