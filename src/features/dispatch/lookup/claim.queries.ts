import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { WITH_WASH } from '../../campaigns/lookup/with-wash.queries.js';
import { isFree } from '../../campaigns/lookup/busy-numbers.queries.js';

/** Campaigns that are running, with their newest wash, those with the highest priority first. */
export const RUNNING_CAMPAIGNS = namedQuery('dispatch_running_campaigns')`
SELECT c.campaign_id AS "campaignId", c.project_id AS "projectId", c.priority, c.campaign_call_type AS "callType",
       c.compliance, w.washed_at AS "washedAt", w.valid_until AS "validUntil"
  FROM campaigns c ${WITH_WASH}
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.status = 'running'
 ORDER BY c.priority DESC, c.campaign_id`;

const OF_CAMPAIGN = `c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = held.campaign_id
               AND c.status IN ('pending', 'retry_scheduled') AND c.is_callable`;

/** The columns of a campaign that decide about its contacts or that a runtime gets. */
export const DIALLED_COLUMNS = `
SELECT campaign_id AS "campaignId", project_id AS "projectId", status, campaign_call_type AS "campaignCallType", timezone,
       schedule_end_at AS "scheduleEndAt", retry_policy AS "retryPolicy", voicemail_policy AS "voicemailPolicy",
       compliance, project_version AS "projectVersion", content_hash AS "contentHash"
  FROM campaigns
 WHERE client_id = $1 AND data_env = $2`;

/** These columns of the campaigns $3. */
export const CAMPAIGNS_TO_DIAL = namedQuery('dispatch_campaigns_to_dial')`
    ${DIALLED_COLUMNS} AND campaign_id = ANY ($3::uuid[])`;

/**
 * A row for each priority in campaign `held`, usually one, from the index for the order of claims.
 */
const LEVELS = `WITH RECURSIVE levels AS (
            (SELECT c.dial_priority FROM campaign_contacts c WHERE ${OF_CAMPAIGN}
              ORDER BY c.dial_priority DESC LIMIT 1)
            UNION ALL
            SELECT (SELECT c.dial_priority FROM campaign_contacts c
                     WHERE ${OF_CAMPAIGN} AND c.dial_priority < levels.dial_priority
                     ORDER BY c.dial_priority DESC LIMIT 1)
              FROM levels WHERE levels.dial_priority IS NOT NULL)`;

/**
 * When the next contact is due, of a running campaign and with a number that is not being called;
 * or since when a single call that could be made has been waiting at $3. If more are due than one
 * claim processes, some remain.
 */
export const NEXT_DUE = namedQuery('dispatch_next_due')`
SELECT least(min(next.due_at), (
       SELECT waiting.requested_at FROM single_dispatches waiting
        WHERE waiting.client_id = $1 AND waiting.data_env = $2 AND waiting.status = 'queued' AND waiting.expires_at > $3
          AND ${isFree('waiting.phone_hash')} LIMIT 1)) AS "dueAt"
  FROM campaigns held
 CROSS JOIN LATERAL (
       ${LEVELS}
       SELECT contact.due_at
         FROM levels
        CROSS JOIN LATERAL (
              SELECT c.due_at FROM campaign_contacts c WHERE ${OF_CAMPAIGN} AND c.dial_priority = levels.dial_priority
                 AND ${isFree('c.phone_hash')}
               ORDER BY c.due_at LIMIT 1) contact) next
 WHERE held.client_id = $1 AND held.data_env = $2 AND held.status = 'running'`;

/**
 * At most $4 due contacts of each of the campaigns $3 at $5. It skips contacts that another claim
 * has locked, the contacts $6, which this transaction has already claimed, and contacts whose
 * number is being called. Within a campaign a higher priority comes first, then the contact that
 * has been due longest. A campaign that is being paused or cancelled is left out; the others stay
 * locked until the transaction ends. The statement walks the priorities of a campaign, usually one,
 * through the index, so that contacts that are not due yet cost nothing.
 */
export const CLAIM_CONTACTS = namedQuery('dispatch_claim_contacts')`
WITH held AS MATERIALIZED (
     SELECT campaign_id FROM campaigns
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = ANY ($3::uuid[]) AND status = 'running'
        FOR SHARE SKIP LOCKED)
SELECT held.campaign_id AS "campaignId", due.*
  FROM held
 CROSS JOIN LATERAL (
       ${LEVELS}
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
               WHERE ${OF_CAMPAIGN} AND c.dial_priority = levels.dial_priority AND c.due_at <= $5
                 AND c.contact_id <> ALL ($6::uuid[]) AND ${isFree('c.phone_hash')}
               ORDER BY c.due_at, c.contact_id LIMIT $4
                 FOR UPDATE SKIP LOCKED) contact
        LIMIT $4) due`;

/**
 * Leases contacts: attempt $6 of contacts $4 of campaigns $3, with the hashed numbers $10, as
 * dispatches $5 of projects $7 and their versions $11, at $8, until $9. Returns those that were leased, because another
 * claim may have leased one of the numbers in the meantime. It runs after slots were taken: other
 * claims of the tenant then wait, so that each sees the leases of the others.
 */
export const LEASE_CONTACTS = namedQuery('dispatch_lease_contacts')`
WITH taken AS MATERIALIZED (
     SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::integer[], $7::text[], $10::bytea[], $11::integer[])
                AS t (campaign_id, contact_id, dispatch_id, attempt_number, project_id, phone_hash, version_number)
      WHERE ${isFree('t.phone_hash')}),
     dialing AS (
     UPDATE campaign_contacts c
        SET status = 'dialing', attempt_count = t.attempt_number, last_attempt_at = $8, next_attempt_at = NULL,
            updated_at = $8
       FROM taken t
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = t.campaign_id AND c.contact_id = t.contact_id)
INSERT INTO dispatches
       (client_id, data_env, dispatch_id, campaign_id, contact_id, project_id, attempt_number, status, lease_expires_at,
        taken_at, version_number)
SELECT $1, $2, t.dispatch_id, t.campaign_id, t.contact_id, t.project_id, t.attempt_number, 'leased', $9, $8,
       t.version_number
  FROM taken t
RETURNING dispatch_id AS "dispatchId"`;

/**
 * Stores the evidence of dispatches $3 of projects $4: rules $8 of version $9, call types $5,
 * jurisdictions $6, blocks $7; at $10.
 */
export const RECORD_EVIDENCE = namedQuery('dispatch_record_evidence')`
INSERT INTO outbound_evidence
       (client_id, data_env, dispatch_id, project_id, policy_source, policy_version, call_type, jurisdiction, blocks,
        recorded_at)
SELECT $1, $2, e.dispatch_id, e.project_id, $8, $9, e.call_type, e.jurisdiction, e.blocks::jsonb, $10
  FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
       AS e (dispatch_id, project_id, call_type, jurisdiction, blocks)`;

/** Makes contacts $4 of campaigns $3 due at $5, or not callable for the reason $6. */
export const RESCHEDULE = namedQuery('dispatch_put_off')`
UPDATE campaign_contacts c
   SET next_attempt_at = coalesce(p.next_attempt_at, c.next_attempt_at),
       is_callable = p.reason IS NULL, not_callable_reason = p.reason, updated_at = $7
  FROM unnest($3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[])
       AS p (campaign_id, contact_id, next_attempt_at, reason)
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = p.campaign_id AND c.contact_id = p.contact_id`;

/** Marks contacts $4 of campaigns $3 as having no number to dial, because it cannot be opened. */
export const MARK_UNDIALLABLE = namedQuery('dispatch_mark_undiallable')`
UPDATE campaign_contacts c
   SET status = 'failed', is_callable = false, not_callable_reason = 'invalid_number', updated_at = $5
  FROM unnest($3::uuid[], $4::uuid[]) AS p (campaign_id, contact_id)
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = p.campaign_id AND c.contact_id = p.contact_id`;
