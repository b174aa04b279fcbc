import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { OPEN_STATUSES } from '../rules/closing.policy.js';
import { WITH_WASH } from './with-wash.queries.js';

/**
 * Changes the locked campaign $3 from the status $4 to $5 for the reason $6 at $7, and adds a line
 * to its log: the action $8 of $9 and $10. $11: a later statement closes its open contacts.
 */
export const CHANGE_STATUS = namedQuery('campaign_change_status')`
WITH changed AS (
     UPDATE campaigns
        SET status = $5, status_reason = $6, status_changed_at = $7, updated_at = $7, updated_by = $10, revision = revision + 1,
            is_closing = $11, deciding_since = CASE WHEN $5 IN ('completed', 'cancelled') THEN NULL ELSE deciding_since END,
            started_at = CASE WHEN $5 = 'running' THEN coalesce(started_at, $7) ELSE started_at END,
            completed_at = CASE WHEN $5 = 'completed' THEN $7 ELSE completed_at END
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status = $4
  RETURNING campaign_id),
     logged AS (
     INSERT INTO campaign_log (client_id, data_env, campaign_id, occurred_at, action, from_status, to_status, reason, actor_kind, actor_id)
     SELECT $1, $2, campaign_id, $7, $8, $4, $5, $6, $9, $10 FROM changed)
SELECT campaign_id FROM changed`;

const OPEN = `(${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** The number of open contacts of the locked campaign $3, from its counts. */
export const COUNT_OPEN = namedQuery('campaign_count_open')`
SELECT coalesce(sum(value), 0)::integer AS contacts
  FROM campaign_counts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND counter = 'status' AND key IN ${OPEN}`;

/** Reschedules contacts of the campaign $3 that wait for a retry, at $4. */
export const UNQUEUE_CONTACTS = namedQuery('campaign_unqueue_contacts')`
WITH changed AS (
     UPDATE campaign_contacts SET status = 'pending', updated_at = $4
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status = 'queued'
  RETURNING 1)
SELECT count(*)::integer AS contacts FROM changed`;

/** The columns of a closed contact: the status $4, or $5 if the number is suppressed, at $6. */
export const CLOSED = `status = CASE WHEN not_callable_reason = 'dnc' THEN $5 ELSE $4 END, is_callable = false,
            not_callable_reason = CASE WHEN not_callable_reason = 'dnc' THEN 'dnc' ELSE 'campaign_closed' END,
            next_attempt_at = NULL, updated_at = $6`;

/**
 * Closes the open contacts of the campaign $3 with the status $4, or $5 if the number is
 * suppressed, at $6. A contact in a call is closed when the call ends.
 */
export const CLOSE_CONTACTS = namedQuery('campaign_close_contacts')`
WITH changed AS (
     UPDATE campaign_contacts
        SET ${CLOSED}
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status IN ${OPEN}
  RETURNING 1)
SELECT count(*)::integer AS contacts FROM changed`;

/**
 * Closes the next $8 contacts after $7, of any status, so that every batch costs the same. It
 * returns where the batch ended, or null after the last contact.
 */
export const CLOSE_BATCH = namedQuery('campaign_close_batch')`
WITH batch AS MATERIALIZED (
     SELECT contact_id FROM campaign_contacts
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND contact_id > $7
      ORDER BY contact_id LIMIT $8),
     changed AS (
     UPDATE campaign_contacts
        SET ${CLOSED}
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status IN ${OPEN}
        AND contact_id = ANY (ARRAY(SELECT contact_id FROM batch)))
SELECT contact_id AS "endedAt" FROM batch ORDER BY contact_id OFFSET $8 - 1`;

/** Records that all contacts of the campaign $3 are closed. */
export const END_CLOSING = namedQuery('campaign_end_closing')`
    UPDATE campaigns SET is_closing = false WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3`;

const OF_OPEN_CONTACTS = `split_part(key, '/', 1) IN ${OPEN} AND split_part(key, '/', 2)`;

/**
 * The remaining work of the running campaign $3. From its counts: whether a contact is left to call
 * or in a call, and whether the register status or the consent of an open contact has expired; and
 * its newest wash. While a validation still stores its reasons, contacts may become callable; its
 * last batch checks again.
 */
export const CAMPAIGN_PROGRESS = namedQuery('campaign_progress')`
SELECT c.campaign_call_type AS "callType", c.compliance, w.washed_at AS "washedAt", w.valid_until AS "validUntil",
       counted.open OR c.deciding_since IS NOT NULL AS "isOpen", counted.lapsed AS "hasLapsedContacts",
       counted.consents AS "hasLapsedConsents"
  FROM campaigns c ${WITH_WASH}
 CROSS JOIN LATERAL (
       SELECT coalesce(sum(value) FILTER (
                WHERE split_part(key, '/', 1) IN ('dialing', 'in_call') OR ${OF_OPEN_CONTACTS} = '-'), 0) > 0 AS open,
              coalesce(sum(value) FILTER (
                WHERE ${OF_OPEN_CONTACTS} IN ('registry_stale', 'registry_expired')), 0) > 0 AS lapsed,
              coalesce(sum(value) FILTER (WHERE ${OF_OPEN_CONTACTS} = 'consent_expired'), 0) > 0 AS consents
         FROM campaign_counts
        WHERE client_id = $1 AND data_env = $2 AND campaign_id = c.campaign_id AND counter = 'listed') counted
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3`;
