WITH decided AS (SELECT * FROM unnest($7::text[], $8::text[]) AS decided (key, reason)),
changed AS (
  SELECT contact_id, reason
    FROM campaign_contacts JOIN decided ON decided.key = jsonb_build_array(repeats_number, call_type, recipient_timezone, recipient_country, recipient_subdivision, registry_status, registry_checked_at > $4, registry_checked_at <= $5, registry_valid_until <= $4, consent_type, consent_given_at > $4, consent_given_at <= $6, consent_expires_at <= $4, consent_withdrawn_at <= $4, (consent_source IS NOT NULL OR consent_evidence_encrypted IS NOT NULL), exemption_type, exemption_verified, attempt_count, max_attempts, (last_disposition = 'invalid_number'), not_callable_reason)::text
   WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3
   AND status IN ('pending', 'pending_dispatch', 'queued', 'dialing', 'in_call', 'retry_scheduled')
   ORDER BY contact_id
     FOR UPDATE OF campaign_contacts
)
UPDATE campaign_contacts contact
   SET is_callable = changed.reason IS NULL, not_callable_reason = changed.reason, updated_at = $9
  FROM changed
 WHERE contact.client_id = $1 AND contact.data_env = $2 AND contact.campaign_id = $3
   AND contact.contact_id = changed.contact_id
