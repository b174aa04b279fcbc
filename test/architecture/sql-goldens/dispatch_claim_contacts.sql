WITH held AS MATERIALIZED (
     SELECT campaign_id FROM campaigns
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = ANY ($3::uuid[]) AND status = 'running'
        FOR SHARE SKIP LOCKED)
SELECT held.campaign_id AS "campaignId", due.*
  FROM held
 CROSS JOIN LATERAL (
       WITH RECURSIVE levels AS (
            (SELECT c.dial_priority FROM campaign_contacts c WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = held.campaign_id
               AND c.status IN ('pending', 'retry_scheduled') AND c.is_callable
              ORDER BY c.dial_priority DESC LIMIT 1)
            UNION ALL
            SELECT (SELECT c.dial_priority FROM campaign_contacts c
                     WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = held.campaign_id
               AND c.status IN ('pending', 'retry_scheduled') AND c.is_callable AND c.dial_priority < levels.dial_priority
                     ORDER BY c.dial_priority DESC LIMIT 1)
              FROM levels WHERE levels.dial_priority IS NOT NULL)
       SELECT contact.*
         FROM levels
        CROSS JOIN LATERAL (
              SELECT c.contact_id AS "contactId", c.status, c.repeats_number AS "repeatsNumber", c.call_type AS "callType",
                     c.recipient_timezone AS "recipientTimezone", c.recipient_country AS "recipientCountry",
                     c.recipient_subdivision AS "recipientSubdivision", c.registry_status AS "registryStatus",
                     c.registry_checked_at AS "registryCheckedAt", c.registry_valid_until AS "registryValidUntil",
                     c.registry_ruleset_id AS "registryRulesetId",
                     c.registry_wash_record_id AS "registryWashRecordId", c.consent_type AS "consentType",
                     c.consent_source AS "consentSource", c.consent_given_at AS "consentGivenAt",
                     c.consent_expires_at AS "consentExpiresAt", c.consent_withdrawn_at AS "consentWithdrawnAt",
                     c.consent_evidence_encrypted AS "consentEvidenceEncrypted", c.exemption_type AS "exemptionType",
                     c.exemption_verified AS "exemptionVerified", c.attempt_count AS "attemptCount",
                     c.max_attempts AS "maxAttempts", c.next_attempt_at AS "nextAttemptAt",
                     c.last_disposition AS "lastDisposition", c.phone_hash AS "phoneHash",
                     c.phone_encrypted AS "phoneEncrypted", c.personalization_encrypted AS "personalizationEncrypted"
                FROM campaign_contacts c
               WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = held.campaign_id
               AND c.status IN ('pending', 'retry_scheduled') AND c.is_callable AND c.dial_priority = levels.dial_priority AND c.due_at <= $5
                 AND c.contact_id <> ALL ($6::uuid[]) AND (
       SELECT true FROM campaign_contacts busy
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = c.phone_hash
          AND busy.status IN ('dialing', 'in_call') LIMIT 1) IS NOT TRUE
   AND (
       SELECT true FROM single_dispatches busy JOIN dispatches open USING (client_id, data_env, dispatch_id)
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = c.phone_hash AND busy.status = 'taken'
          AND open.status <> 'ended' LIMIT 1) IS NOT TRUE
               ORDER BY c.due_at, c.contact_id LIMIT $4
                 FOR UPDATE SKIP LOCKED) contact
        LIMIT $4) due
