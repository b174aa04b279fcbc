SELECT c.client_id,
       c.data_env,
       c.project_id,
       c.started_at_utc AS started_at,
       c.redaction_status,
       c.consent_status,
       c.consent_method,
       c.consent_obtained_at_utc,
       c.consent_expires_at_utc,
       c.consent_withdrawn_at_utc
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
