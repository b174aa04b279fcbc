SELECT 
       d.dispatch_id AS "dispatchId", d.campaign_id AS "campaignId", d.contact_id AS "contactId",
       d.project_id AS "projectId", d.status AS "dispatchStatus", d.attempt_number AS "attemptNumber", d.taken_at AS "takenAt", d.ended_at AS "endedAt", d.last_sequence AS "lastSequence", d.disposition,
       d.call_id AS "callId", d.is_call_linked AS "isCallLinked", d.lease_expires_at AS "leaseExpiresAt",
       c.phone_encrypted AS "phoneEncrypted", c.status, c.repeats_number AS "repeatsNumber",
       c.call_type AS "callType", c.recipient_timezone AS "recipientTimezone",
       c.recipient_country AS "recipientCountry", c.recipient_subdivision AS "recipientSubdivision",
       c.registry_status AS "registryStatus", c.registry_checked_at AS "registryCheckedAt",
       c.registry_valid_until AS "registryValidUntil", c.registry_ruleset_id AS "registryRulesetId",
       c.registry_wash_record_id AS "registryWashRecordId", c.consent_type AS "consentType",
       c.consent_source AS "consentSource", c.consent_given_at AS "consentGivenAt",
       c.consent_expires_at AS "consentExpiresAt", c.consent_withdrawn_at AS "consentWithdrawnAt",
       c.consent_evidence_encrypted AS "consentEvidenceEncrypted", c.exemption_type AS "exemptionType",
       c.exemption_verified AS "exemptionVerified", c.attempt_count AS "attemptCount", c.max_attempts AS "maxAttempts",
       c.next_attempt_at AS "nextAttemptAt", c.last_disposition AS "lastDisposition"
  FROM dispatches d
  JOIN campaign_contacts c USING (client_id, data_env, campaign_id, contact_id)
 WHERE d.client_id = $1 AND d.data_env = $2 AND d.dispatch_id = ANY ($3::uuid[])
