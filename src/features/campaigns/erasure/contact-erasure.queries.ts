import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { CLOSED } from '../lookup/campaign-status.queries.js';

/** Whether the tenant has a contact or a single call; the order uses an index. */
export const HAS_CONTACTS = namedQuery('contact_erasure_has_contacts')`
SELECT coalesce((SELECT true FROM campaign_contacts WHERE client_id = $1 AND data_env = $2 ORDER BY phone_hash LIMIT 1),
                (SELECT true FROM single_dispatches WHERE client_id = $1 AND data_env = $2 ORDER BY phone_hash LIMIT 1),
                false) AS "hasContacts"`;

/** Counts the contacts and single calls with one of the hashes $3. */
export const COUNT_CONTACTS_OF = namedQuery('contact_erasure_count')`
SELECT (SELECT count(*) FROM campaign_contacts
         WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY ($3::bytea[]))::integer
     + (SELECT count(*) FROM single_dispatches
         WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY ($3::bytea[]))::integer AS contacts`;

/**
 * Begins or continues the erasure $3 of contacts that existed at $4; $5 replaces their hash. An
 * erasure that continues also covers contacts that were added since.
 */
export const OPEN_CONTACT_ERASURE = namedQuery('contact_erasure_open')`
INSERT INTO contact_erasures AS e (client_id, data_env, erasure_id, erased_before, stand_in) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (client_id, data_env, erasure_id) DO UPDATE SET erased_before = greatest(e.erased_before, excluded.erased_before)`;

/** Locks the erasure $3 until the transaction ends. */
export const LOCK_CONTACT_ERASURE = namedQuery('contact_erasure_lock')`
SELECT stand_in AS "standIn" FROM contact_erasures WHERE client_id = $1 AND data_env = $2 AND erasure_id = $3 FOR UPDATE`;

/**
 * The next $7 contacts with the hash $3 after the campaign $4 and the contact $5, of those that
 * existed at $6. Erased contacts have another hash; the position skips contacts that are kept for
 * now. The hash is looked up separately first: if the plan could see the order, it might scan all
 * contacts of the tenant instead.
 */
export const CONTACTS_TO_ERASE = namedQuery('contact_erasure_next')`
WITH theirs AS MATERIALIZED (
     SELECT campaign_id, contact_id, created_at
       FROM campaign_contacts
      WHERE client_id = $1 AND data_env = $2 AND phone_hash = $3)
SELECT campaign_id AS "campaignId", contact_id AS "contactId"
  FROM theirs
 WHERE created_at <= $6 AND (campaign_id, contact_id) > ($4::uuid, $5::uuid)
 ORDER BY campaign_id, contact_id
 LIMIT $7`;

/** The campaign $3, locked: nothing changes it or its contacts until the transaction ends. */
export const LOCK_CAMPAIGN_OF_ERASED = namedQuery('contact_erasure_lock_campaign')`
SELECT status, is_closing AS "isClosing" FROM campaigns WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 FOR UPDATE`;

/** The calls to the contacts $4 of the campaign $3. */
export const CALLS_OF_CONTACTS = namedQuery('contact_erasure_calls')`
SELECT contact_id AS "contactId", call_id AS "callId"
  FROM dispatches
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($4::uuid[]) AND call_id IS NOT NULL
UNION
SELECT contact_id, last_call_id
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($4::uuid[]) AND last_call_id IS NOT NULL`;

/** Locks those of the contacts $4 of campaign $3 that have the hash $5, in the common order. */
export const LOCK_CONTACTS_TO_ERASE = namedQuery('contact_erasure_lock_contacts')`
SELECT contact_id AS "contactId", status
  FROM campaign_contacts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($4::uuid[]) AND phone_hash = $5
 ORDER BY contact_id
   FOR UPDATE`;

/** Open contacts $7 of campaign $3 become $4 at $6, or $5 if the number is suppressed. */
export const CLOSE_ERASED = namedQuery('contact_erasure_close_contacts')`
UPDATE campaign_contacts
   SET ${CLOSED}
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($7::uuid[])`;

/**
 * Ends the attempts of the contacts $4 of the campaign $3: they are not called again after their
 * current or last one.
 */
export const END_ATTEMPTS = namedQuery('contact_erasure_end_attempts')`
UPDATE campaign_contacts SET max_attempts = 0
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($4::uuid[])
   AND max_attempts IS DISTINCT FROM 0`;

/**
 * Erases the person's data from the locked contacts $4 of the campaign $3 at $8, and counts them
 * for the erasure $7. $5 replaces the hash, $6 the masked number. Data that many contacts share
 * stays.
 */
export const ERASE_CONTACTS = namedQuery('contact_erasure_erase')`
WITH erased AS (
     UPDATE campaign_contacts
        SET phone_hash = $5, phone_encrypted = '', masked_phone = $6, external_contact_id = NULL,
            personalization_encrypted = NULL, personalization_hash = NULL, consent_evidence_encrypted = NULL,
            max_attempts = 0, updated_at = $8
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id = ANY ($4::uuid[])
  RETURNING 1)
UPDATE contact_erasures SET erased_contacts = erased_contacts + (SELECT count(*) FROM erased)
 WHERE client_id = $1 AND data_env = $2 AND erasure_id = $7`;

/**
 * Counts the contacts and single calls that erasure $3 has changed, and those with the hashes $4
 * that it has left.
 */
export const CONTACT_ERASURE_RESULT = namedQuery('contact_erasure_result')`
SELECT e.erased_contacts AS erased, (
       SELECT count(*)::integer
         FROM campaign_contacts c
        WHERE c.client_id = $1 AND c.data_env = $2 AND c.phone_hash = ANY ($4::bytea[]) AND c.created_at <= e.erased_before) + (
       SELECT count(*)::integer
         FROM single_dispatches s
        WHERE s.client_id = $1 AND s.data_env = $2 AND s.phone_hash = ANY ($4::bytea[]) AND s.requested_at <= e.erased_before) AS held
  FROM contact_erasures e
 WHERE e.client_id = $1 AND e.data_env = $2 AND e.erasure_id = $3`;

/** Deletes the erasure $3, unless it was requested again since $4. */
export const CLOSE_CONTACT_ERASURE = namedQuery('contact_erasure_close')`
    DELETE FROM contact_erasures WHERE client_id = $1 AND data_env = $2 AND erasure_id = $3 AND erased_before <= $4`;
