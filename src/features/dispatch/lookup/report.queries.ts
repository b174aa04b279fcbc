import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { DIALLED_COLUMNS } from './claim.queries.js';

const COLUMNS = `
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
 WHERE d.client_id = $1 AND d.data_env = $2`;

/**
 * The campaigns of the dispatches $3, locked so that nothing ends or pauses them until the
 * transaction ends: a concurrent close would skip a contact in a call, and leave it open. Campaigns
 * are locked before contacts, in a fixed order.
 */
export const HOLD_CAMPAIGNS = namedQuery('dispatch_hold_campaigns')`${DIALLED_COLUMNS}
   AND campaign_id IN (SELECT d.campaign_id FROM dispatches d
                        WHERE d.client_id = $1 AND d.data_env = $2 AND d.dispatch_id = ANY ($3::uuid[]))
 ORDER BY campaign_id FOR SHARE`;

/** The same for the campaigns of the $4 dispatches whose leases ended first, at $3. */
export const HOLD_CAMPAIGNS_OF_SILENT = namedQuery('dispatch_hold_campaigns_of_silent')`${DIALLED_COLUMNS}
   AND campaign_id IN (
       SELECT silent.campaign_id
         FROM (SELECT d.campaign_id FROM dispatches d
                WHERE d.client_id = $1 AND d.data_env = $2 AND d.status <> 'ended' AND d.lease_expires_at <= $3
                ORDER BY d.lease_expires_at LIMIT $4) silent)
 ORDER BY campaign_id FOR SHARE`;

/** The current state of dispatches $3. */
export const DISPATCHES_BY_ID = namedQuery('dispatches_by_id')`
    SELECT ${COLUMNS} AND d.dispatch_id = ANY ($3::uuid[])`;

/**
 * The same; contacts and dispatches are locked, in this order as everywhere, campaign by campaign.
 */
export const LOCK_DISPATCHES = namedQuery('dispatch_lock')`
    SELECT ${COLUMNS} AND d.dispatch_id = ANY ($3::uuid[])
 ORDER BY d.campaign_id, d.contact_id, d.dispatch_id FOR UPDATE OF c, d`;

/**
 * At most $4 dispatches of campaigns $5 whose leases had ended at $3, locked; skips those that are
 * being reported on now.
 */
export const LOCK_SILENT = namedQuery('dispatch_lock_silent')`
SELECT ${COLUMNS} AND d.status <> 'ended' AND d.lease_expires_at <= $3
   AND d.campaign_id = ANY ($5::uuid[])
 ORDER BY d.lease_expires_at LIMIT $4 FOR UPDATE OF c, d SKIP LOCKED`;

/** The dispatches that have reported the calls $3. */
export const REPORTED_CALLS = namedQuery('dispatch_reported_calls')`
SELECT call_id AS "callId", dispatch_id AS "dispatchId" FROM dispatches
 WHERE client_id = $1 AND data_env = $2 AND call_id = ANY ($3::text[]) AND NOT is_call_linked
 ORDER BY taken_at, dispatch_id`;

/** When the next lease of a dispatch in progress ends. */
export const NEXT_LEASE_END = namedQuery('dispatch_next_lease_end')`
SELECT min(lease_expires_at) AS "endsAt" FROM dispatches
 WHERE client_id = $1 AND data_env = $2 AND status <> 'ended'`;

// An end decides again whether attempts are left and whether the contact is finished.
const REASON = `CASE WHEN c.not_callable_reason = 'dnc' THEN 'dnc'
            WHEN t.status = 'ended' AND c.not_callable_reason IN ('max_attempts_reached', 'campaign_closed') THEN t.reason
            ELSE coalesce(t.reason, c.not_callable_reason) END`;

/**
 * Sets dispatches $3 to states $4 after reports $5, until $6, with dispositions $7 since $8 and
 * calls $9, which ingest has linked or not ($10). Sets their contacts $12 of campaigns $11 to $13,
 * due at $14, with last dispositions $15, or not callable for the reasons $16, at $17. Contacts
 * that are not callable for their own reason stay so, and those whose number was suppressed in the
 * meantime keep that reason.
 */
export const SAVE_DISPATCH_STATES = namedQuery('dispatch_save_states')`
WITH told AS MATERIALIZED (
     SELECT * FROM unnest($3::uuid[], $4::text[], $5::integer[], $6::timestamptz[], $7::text[], $8::timestamptz[], $9::text[],
                          $10::boolean[], $11::uuid[], $12::uuid[], $13::text[], $14::timestamptz[], $15::text[], $16::text[])
                AS t (dispatch_id, status, last_sequence, lease_expires_at, disposition, ended_at, call_id, is_call_linked,
                      campaign_id, contact_id, contact_status, next_attempt_at, last_disposition, reason)),
     noted AS (
     UPDATE dispatches d
        SET status = t.status, last_sequence = t.last_sequence, lease_expires_at = t.lease_expires_at,
            disposition = t.disposition, ended_at = t.ended_at, call_id = t.call_id, is_call_linked = t.is_call_linked
       FROM told t
      WHERE d.client_id = $1 AND d.data_env = $2 AND d.dispatch_id = t.dispatch_id)
UPDATE campaign_contacts c
   SET status = t.contact_status, next_attempt_at = t.next_attempt_at, last_disposition = t.last_disposition,
       last_call_id = coalesce(t.call_id, c.last_call_id),
       is_callable = ${REASON} IS NULL, not_callable_reason = ${REASON}, updated_at = $17
  FROM told t
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = t.campaign_id AND c.contact_id = t.contact_id`;

const FAILED = `disposition IN ('carrier_failed', 'system_failed')`;
const OF_CAMPAIGN = 'd.client_id = $1 AND d.data_env = $2 AND d.campaign_id = $3 AND d.ended_at > since.at';
// A reported end is within its lease; the worker sets an end after it (dispatch 3.4).
const COUNTS = '(NOT is_reported OR d.ended_at < d.lease_expires_at)';

/**
 * Counts how the attempts of campaign $3 ended since $4, or since it was resumed: the person who
 * resumed it has seen the earlier failures. No row for a campaign that does not run. If runtimes
 * report ends, those of expired leases do not count. The count of ends stops as soon as it shows
 * whether at least half failed, so that a successful campaign costs the same at any rate of calls.
 */
export const RECENT_ENDS = namedQuery('dispatch_recent_ends')`
WITH since AS (
     SELECT greatest(status_changed_at, $4::timestamptz) AS at FROM campaigns
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status = 'running'),
     reports AS MATERIALIZED (
     SELECT EXISTS (SELECT FROM since JOIN dispatches d ON ${OF_CAMPAIGN} AND d.ended_at < d.lease_expires_at)
            AS is_reported),
     failures AS MATERIALIZED (
     SELECT count(d.dispatch_id)::integer AS failed
       FROM since CROSS JOIN reports LEFT JOIN dispatches d ON ${OF_CAMPAIGN} AND d.${FAILED} AND ${COUNTS})
SELECT failed, ended::integer
  FROM since CROSS JOIN reports CROSS JOIN failures
 CROSS JOIN LATERAL (
       SELECT count(*) AS ended
         FROM (SELECT FROM dispatches d WHERE ${OF_CAMPAIGN} AND ${COUNTS}
                LIMIT (SELECT greatest(2 * failed, 9) + 1 FROM failures)) few) counted`;
