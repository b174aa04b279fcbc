WITH erased AS (
     UPDATE campaign_contacts
        SET phone_hash = $5, phone_encrypted = '', masked_phone = $6, external_contact_id = NULL,
            personalization_encrypted = NULL, personalization_hash = NULL, consent_evidence_encrypted = NULL,
            max_attempts = 0, updated_at = $8
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($4::uuid[])
  RETURNING 1)
UPDATE contact_erasures SET erased_contacts = erased_contacts + (SELECT count(*) FROM erased)
 WHERE client_id = $1 AND data_env = $2 AND erasure_id = $7
