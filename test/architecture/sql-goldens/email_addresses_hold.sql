SELECT address_id, email_sealed, email_hash, label, language, topics, status, mail_status, sends, token_expires_at,
           created_at, created_by, verified_at, delivery, digest_at, quiet_from, quiet_until, timezone
      FROM email_addresses
     WHERE client_id = $1 AND data_env = $2 AND organisation_id IS NOT DISTINCT FROM $3 AND address_id = $4::uuid
       FOR UPDATE
