import type { NamedQuery } from '../../../core/kernel/named-query.js';
import type { DecidingColumns } from '../rules/facts-of.js';
import type { Disposition } from '../rules/statuses.js';
import { DIALLED_COLUMNS } from './take.queries.js';

/** A dispatch, as reports and ends of leases need it. */
interface DispatchState {
  readonly dispatchId: string;
  readonly projectId: string;
  readonly dispatchStatus: 'leased' | 'dialing' | 'in_call' | 'ended';
  readonly attemptNumber: number;
  readonly endedAt: Date | null;
  readonly lastSequence: number;
  readonly disposition: Disposition | null;
  readonly callId: string | null;
  readonly leaseExpiresAt: Date;
}

/** With its contact. */
export interface OpenDispatch extends DispatchState, DecidingColumns {
  readonly campaignId: string;
  readonly contactId: string;
  readonly phoneEncrypted: Buffer;
}

/** Of a call that was asked for by itself. */
export interface SingleDispatch extends DispatchState {
  readonly campaignId: null;
  readonly contactId: null;
}

const COLUMNS = `
       d.dispatch_id AS "dispatchId", d.campaign_id AS "campaignId", d.contact_id AS "contactId",
       d.project_id AS "projectId", d.status AS "dispatchStatus", d.attempt_number AS "attemptNumber", d.ended_at AS "endedAt", d.last_sequence AS "lastSequence", d.disposition,
       d.call_id AS "callId", d.lease_expires_at AS "leaseExpiresAt", c.phone_encrypted AS "phoneEncrypted", c.status,
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
 * The campaign of dispatch $3, which nothing ends or pauses until the transaction is over: what closes its contacts meanwhile
 * would pass over one that is in flight, and leave it open. Before the contact, as everything locks them.
 */
export const HOLD_CAMPAIGN: NamedQuery = {
  name: 'dispatch_hold_campaign',
  text: `${DIALLED_COLUMNS}
   AND campaign_id = (SELECT d.campaign_id FROM dispatches d
                       WHERE d.client_id = $1 AND d.data_env = $2 AND d.dispatch_id = $3)
   FOR SHARE`,
};

/** The same of the campaigns of the $4 dispatches whose leases were over first, at $3. */
export const HOLD_CAMPAIGNS_OF_SILENT: NamedQuery = {
  name: 'dispatch_hold_campaigns_of_silent',
  text: `${DIALLED_COLUMNS}
   AND campaign_id IN (
       SELECT silent.campaign_id
         FROM (SELECT d.campaign_id FROM dispatches d
                WHERE d.client_id = $1 AND d.data_env = $2 AND d.status <> 'ended' AND d.lease_expires_at <= $3
                ORDER BY d.lease_expires_at LIMIT $4) silent)
 ORDER BY campaign_id FOR SHARE`,
};

/** A dispatch as it stands. */
export const DISPATCH_BY_ID: NamedQuery = {
  name: 'dispatch_by_id',
  text: `SELECT ${COLUMNS} AND d.dispatch_id = $3`,
};

/** The same; its contact and it are locked, in this order as everywhere. */
export const LOCK_DISPATCH: NamedQuery = {
  name: 'dispatch_lock',
  text: `SELECT ${COLUMNS} AND d.dispatch_id = $3 FOR UPDATE OF c, d`,
};

/** At most $4 dispatches of campaigns $5 whose leases were over at $3, locked; those that are just being reported on are left to that. */
export const LOCK_SILENT: NamedQuery = {
  name: 'dispatch_lock_silent',
  text: `
SELECT ${COLUMNS} AND d.status <> 'ended' AND d.lease_expires_at <= $3
   AND d.campaign_id = ANY ($5::uuid[])
 ORDER BY d.lease_expires_at LIMIT $4 FOR UPDATE OF c, d SKIP LOCKED`,
};

/** When the next lease ends, of those that are under way. */
export const NEXT_LEASE_END: NamedQuery = {
  name: 'dispatch_next_lease_end',
  text: `
SELECT min(lease_expires_at) AS "endsAt" FROM dispatches
 WHERE client_id = $1 AND data_env = $2 AND status <> 'ended'`,
};

/** Dispatch $3 is in state $4 after report $5, until $6, with call $7; its contact $9 of campaign $8 follows at $10. */
export const NOTE_PROGRESS: NamedQuery = {
  name: 'dispatch_note_progress',
  text: `
WITH noted AS (
     UPDATE dispatches
        SET status = $4, last_sequence = $5, lease_expires_at = $6, call_id = coalesce(call_id, $7)
      WHERE client_id = $1 AND data_env = $2 AND dispatch_id = $3
  RETURNING call_id)
UPDATE campaign_contacts c
   SET status = CASE $4 WHEN 'in_call' THEN 'in_call' ELSE c.status END,
       last_call_id = coalesce(noted.call_id, c.last_call_id), updated_at = $10
  FROM noted
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $8 AND c.contact_id = $9`,
};

/**
 * Dispatches $3 have ended with $4 at $5, after reports $6 and with calls $7; their contacts $9 of campaigns $8 are $10 from
 * then on, due at $11, or not callable for the reasons $12. Those that are not callable for a reason of their own stay so.
 */
export const SETTLE: NamedQuery = {
  name: 'dispatch_settle',
  text: `
WITH ended AS MATERIALIZED (
     SELECT * FROM unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::integer[], $7::text[], $8::uuid[], $9::uuid[],
                          $10::text[], $11::timestamptz[], $12::text[])
                AS e (dispatch_id, disposition, ended_at, last_sequence, call_id, campaign_id, contact_id, status,
                      next_attempt_at, reason)),
     settled AS (
     UPDATE dispatches d
        SET status = 'ended', disposition = e.disposition, ended_at = e.ended_at, last_sequence = e.last_sequence,
            call_id = coalesce(d.call_id, e.call_id)
       FROM ended e
      WHERE d.client_id = $1 AND d.data_env = $2 AND d.dispatch_id = e.dispatch_id
  RETURNING d.dispatch_id, d.call_id)
UPDATE campaign_contacts c
   SET status = e.status, next_attempt_at = e.next_attempt_at, last_disposition = e.disposition,
       last_call_id = coalesce(s.call_id, c.last_call_id),
       is_callable = c.is_callable AND e.reason IS NULL,
       not_callable_reason = coalesce(e.reason, c.not_callable_reason), updated_at = $13
  FROM ended e JOIN settled s USING (dispatch_id)
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = e.campaign_id AND c.contact_id = e.contact_id`,
};

const FAILED = `disposition IN ('carrier_failed', 'system_failed')`;
const OF_CAMPAIGN = 'd.client_id = $1 AND d.data_env = $2 AND d.campaign_id = $3 AND d.ended_at > since.at';

/**
 * How the attempts of campaign $3 ended since $4, or since it was resumed: what failed before that has been seen by the person
 * who resumed it. Nothing of one that does not run. Of the ends so many are counted as tell whether the failures are half of
 * them, so that a campaign that does well costs the same whatever its pace.
 */
export const RECENT_ENDS: NamedQuery = {
  name: 'dispatch_recent_ends',
  text: `
WITH since AS (
     SELECT greatest(status_changed_at, $4::timestamptz) AS at FROM campaigns
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status = 'running'),
     failures AS MATERIALIZED (
     SELECT count(d.dispatch_id)::integer AS failed
       FROM since LEFT JOIN dispatches d ON ${OF_CAMPAIGN} AND d.${FAILED})
SELECT failed, ended::integer
  FROM since, failures
 CROSS JOIN LATERAL (
       SELECT count(*) AS ended
         FROM (SELECT FROM dispatches d WHERE ${OF_CAMPAIGN}
                LIMIT (SELECT greatest(2 * failed, 9) + 1 FROM failures)) few) counted`,
};
