SELECT k.contact_id AS "contactId", k.status, k.repeats_number AS "repeatsNumber", k.call_type AS "callType",
       k.recipient_timezone AS "recipientTimezone", k.recipient_country AS "recipientCountry",
       k.recipient_subdivision AS "recipientSubdivision", k.registry_status AS "registryStatus",
       k.registry_checked_at AS "registryCheckedAt", k.registry_valid_until AS "registryValidUntil",
       k.registry_ruleset_id AS "registryRulesetId", k.registry_wash_record_id AS "registryWashRecordId",
       k.consent_type AS "consentType", k.consent_source AS "consentSource", k.consent_given_at AS "consentGivenAt",
       k.consent_expires_at AS "consentExpiresAt", k.consent_withdrawn_at AS "consentWithdrawnAt",
       k.consent_evidence_encrypted AS "consentEvidenceEncrypted", k.exemption_type AS "exemptionType",
       k.exemption_verified AS "exemptionVerified", k.attempt_count AS "attemptCount", k.max_attempts AS "maxAttempts",
       k.next_attempt_at AS "nextAttemptAt", k.last_disposition AS "lastDisposition", k.phone_hash AS "phoneHash", k.not_callable_reason AS "notCallableReason"
  FROM campaign_contacts k
 WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3 AND k.phone_hash = ANY($4::bytea[])
 ORDER BY k.contact_id
