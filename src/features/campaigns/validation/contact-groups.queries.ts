import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { pausedAt } from '../lookup/busy-numbers.queries.js';
import { ELIGIBILITY_COLUMNS } from '../lookup/requeue-decisions.queries.js';

/** SQL expressions that say on which side of each boundary the instants of a contact are. */
interface Sides {
  readonly checked: string;
  readonly registryEnds: string;
  readonly consentLapses: string;
  readonly consentExpires: string;
  readonly consentWithdrawn: string;
}

/**
 * The columns that decide about a contact: columns with few values directly, and instants as the
 * side of each boundary. Contacts that are equal in all of these get the same decision. $4 is the
 * first instant of a decision.
 */
export const eligibilityGroups = (sides: Sides): string =>
  [
    'repeats_number',
    'call_type',
    'recipient_timezone',
    'recipient_country',
    'recipient_subdivision',
    'registry_status',
    'registry_checked_at > $4',
    sides.checked,
    sides.registryEnds,
    'consent_type',
    'consent_given_at > $4',
    sides.consentLapses,
    sides.consentExpires,
    sides.consentWithdrawn,
    '(consent_source IS NOT NULL OR consent_evidence_encrypted IS NOT NULL)',
    'exemption_type',
    'exemption_verified',
    'attempt_count',
    'max_attempts',
    "(last_disposition = 'invalid_number')",
    'not_callable_reason',
  ].join(', ');

/**
 * Relative to the instant $4: $5 is the latest time of a wash that is too old by then, $6 the
 * latest time of express consent that has lapsed by then.
 */
const SAME_ELIGIBILITY = eligibilityGroups({
  checked: 'registry_checked_at <= $5',
  registryEnds: 'registry_valid_until <= $4',
  consentLapses: 'consent_given_at <= $6',
  consentExpires: 'consent_expires_at <= $4',
  consentWithdrawn: 'consent_withdrawn_at <= $4',
});

/** One contact of a group as its example, and the size of the group. */
export const GROUP_COLUMNS = `repeats_number, call_type, recipient_timezone, recipient_country, recipient_subdivision, registry_status,
       min(registry_checked_at) AS registry_checked_at, min(registry_valid_until) AS registry_valid_until,
       consent_type, min(consent_given_at) AS consent_given_at, min(consent_expires_at) AS consent_expires_at,
       min(consent_withdrawn_at) AS consent_withdrawn_at,
       (consent_source IS NOT NULL OR consent_evidence_encrypted IS NOT NULL) AS has_evidence,
       exemption_type, exemption_verified, attempt_count, max_attempts,
       (last_disposition = 'invalid_number') AS is_invalid_number, not_callable_reason,
       max(called_at) AS called_at, max(pause_ends_at) AS pause_ends_at, count(*)::int AS contacts`;

/** Contacts whose part in the campaign has not ended. */
const OPEN = `client_id = $1 AND data_env = $2 AND campaign_id = $3
   AND status IN ('pending', 'pending_dispatch', 'queued', 'dialing', 'in_call', 'retry_scheduled')`;

/**
 * The number of contacts in each group that may be decided differently, with one example of each.
 * Numbers recently called by other campaigns are few, and read from the index of calls.
 */
export const CONTACT_GROUPS = namedQuery('campaign_contact_groups')`
SELECT ${GROUP_COLUMNS},
       jsonb_build_array(${SAME_ELIGIBILITY})::text AS key
  FROM campaign_contacts LEFT JOIN ${pausedAt('$4::timestamptz')} paused ON paused_hash = phone_hash
 WHERE ${OPEN}
 GROUP BY ${SAME_ELIGIBILITY}, called_minute`;

/**
 * Updates stored contacts: for those in the groups $7 the reason is $8, null for callable, and $9
 * is now. Rows are locked in the order in which all writers lock them.
 */
export const STORE_REASONS = namedQuery('campaign_contacts_store_reasons')`
WITH decided AS (SELECT * FROM unnest($7::text[], $8::text[]) AS decided (key, reason)),
changed AS (
  SELECT contact_id, reason
    FROM campaign_contacts JOIN decided ON decided.key = jsonb_build_array(${SAME_ELIGIBILITY})::text
   WHERE ${OPEN}
   ORDER BY contact_id
     FOR UPDATE OF campaign_contacts
)
UPDATE campaign_contacts contact
   SET is_callable = changed.reason IS NULL, not_callable_reason = changed.reason, updated_at = $9
  FROM changed
 WHERE contact.client_id = $1 AND contact.data_env = $2 AND contact.campaign_id = $3
   AND contact.contact_id = changed.contact_id`;

/** The next $5 contacts of campaign $3 after $4, with the data for their decisions. */
export const CONTACTS_BATCH = namedQuery('campaign_contacts_batch')`
SELECT ${ELIGIBILITY_COLUMNS}, k.not_callable_reason AS reason,
       k.status IN ('completed', 'failed', 'suppressed', 'cancelled', 'expired') AS "isOver"
  FROM campaign_contacts k
 WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3 AND k.contact_id > $4
 ORDER BY k.contact_id LIMIT $5
   FOR UPDATE`;

/** Records that all contacts of the campaign $3 have their reasons. */
export const END_DECIDING = namedQuery('campaign_end_deciding')`
    UPDATE campaigns SET deciding_since = NULL WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3`;

/**
 * Stores the result of a validation; the campaign's own row is locked. $8: contacts get their
 * reasons afterwards.
 */
export const STORE_VALIDATION = namedQuery('campaign_store_validation')`
UPDATE campaigns
   SET validation_status = $4, validated_at = $5::timestamptz, validation_blocker_count = $6, validation_warning_count = $7,
       deciding_since = CASE WHEN $8::boolean THEN $5::timestamptz END, revision = revision + 1
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3`;
