SELECT contact_id AS "contactId", status, not_callable_reason AS "notCallableReason",
       personalization_hash AS "personalizationHash", call_type AS "callType",
       priority_override AS "priorityOverride", max_attempts AS "maxAttempts",
       recipient_timezone AS "recipientTimezone", recipient_country AS "recipientCountry",
       recipient_subdivision AS "recipientSubdivision", registry_status AS "registryStatus",
       registry_checked_at AS "registryCheckedAt", registry_valid_until AS "registryValidUntil",
       registry_result_code AS "registryResultCode", registry_vendor AS "registryVendor",
       registry_ruleset_id AS "registryRulesetId", registry_wash_record_id AS "registryWashRecordId",
       consent_type AS "consentType", consent_source AS "consentSource", consent_given_at AS "consentGivenAt",
       consent_expires_at AS "consentExpiresAt", consent_withdrawn_at AS "consentWithdrawnAt",
       consent_evidence_encrypted AS "consentEvidenceEncrypted", exemption_type AS "exemptionType",
       exemption_verified AS "exemptionVerified", attempt_count AS "attemptCount",
       next_attempt_at AS "nextAttemptAt", last_disposition AS "lastDisposition"
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY($4::uuid[])
   AND external_contact_id IS NOT NULL
 ORDER BY contact_id
   FOR UPDATE
