import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The columns that a decision about a contact needs, under the names of its entity. */
export const ELIGIBILITY_COLUMNS = `k.contact_id AS "contactId", k.status, k.repeats_number AS "repeatsNumber", k.call_type AS "callType",
       k.recipient_timezone AS "recipientTimezone", k.recipient_country AS "recipientCountry",
       k.recipient_subdivision AS "recipientSubdivision", k.registry_status AS "registryStatus",
       k.registry_checked_at AS "registryCheckedAt", k.registry_valid_until AS "registryValidUntil",
       k.registry_ruleset_id AS "registryRulesetId", k.registry_wash_record_id AS "registryWashRecordId",
       k.consent_type AS "consentType", k.consent_source AS "consentSource", k.consent_given_at AS "consentGivenAt",
       k.consent_expires_at AS "consentExpiresAt", k.consent_withdrawn_at AS "consentWithdrawnAt",
       k.consent_evidence_encrypted AS "consentEvidenceEncrypted", k.exemption_type AS "exemptionType",
       k.exemption_verified AS "exemptionVerified", k.attempt_count AS "attemptCount", k.max_attempts AS "maxAttempts",
       k.next_attempt_at AS "nextAttemptAt", k.last_disposition AS "lastDisposition"`;

/** Contacts of the locked campaign $3, not callable because hash $4 was suppressed. */
export const SUPPRESSED_CONTACTS = namedQuery('campaign_contacts_suppressed')`
SELECT ${ELIGIBILITY_COLUMNS}
  FROM campaign_contacts k
 WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3 AND k.phone_hash = $4
   AND k.not_callable_reason = 'dnc'
 ORDER BY k.contact_id
   FOR UPDATE`;

/** Stores why contacts $4 of campaign $3 are not callable: $5, null if they are. */
export const WRITE_REASONS = namedQuery('campaign_contacts_write_reasons')`
UPDATE campaign_contacts k
   SET is_callable = decided.reason IS NULL, not_callable_reason = decided.reason, updated_at = $6
  FROM unnest($4::uuid[], $5::text[]) AS decided (contact_id, reason)
 WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3 AND k.contact_id = decided.contact_id`;
