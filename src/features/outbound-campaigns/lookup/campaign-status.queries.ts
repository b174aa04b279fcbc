import type { NamedQuery } from '../../../core/kernel/named-query.js';

/**
 * Moves the campaign $3, which is locked, from the status $4 to $5 for the reason $6 at $7, and leaves a line in its log: the
 * action $8 of $9 and $10.
 */
export const CHANGE_STATUS: NamedQuery = {
  name: 'campaign_change_status',
  text: `
WITH changed AS (
     UPDATE campaigns
        SET status = $5, status_reason = $6, status_changed_at = $7, updated_at = $7, revision = revision + 1,
            started_at = CASE WHEN $5 = 'running' THEN coalesce(started_at, $7) ELSE started_at END,
            completed_at = CASE WHEN $5 = 'completed' THEN $7 ELSE completed_at END
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status = $4
  RETURNING campaign_id),
     logged AS (
     INSERT INTO campaign_log (client_id, data_env, campaign_id, occurred_at, action, from_status, to_status, reason, actor_kind, actor_id)
     SELECT $1, $2, campaign_id, $7, $8, $4, $5, $6, $9, $10 FROM changed)
SELECT campaign_id FROM changed`,
};

const OPEN = `('pending', 'pending_dispatch', 'queued', 'retry_scheduled')`;

/** Gives contacts of the campaign $3 that were about to be called back, at $4. */
export const UNQUEUE_CONTACTS: NamedQuery = {
  name: 'campaign_unqueue_contacts',
  text: `
WITH changed AS (
     UPDATE campaign_contacts SET status = 'pending', updated_at = $4
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status = 'queued'
  RETURNING 1)
SELECT count(*)::integer AS contacts FROM changed`,
};

/**
 * Closes the open contacts of the campaign $3 with the status $4, or $5 where the number is suppressed, at $6. Who is being
 * called is left to the end of the call.
 */
export const CLOSE_CONTACTS: NamedQuery = {
  name: 'campaign_close_contacts',
  text: `
WITH changed AS (
     UPDATE campaign_contacts
        SET status = CASE WHEN not_callable_reason = 'dnc' THEN $5 ELSE $4 END, is_callable = false,
            not_callable_reason = CASE WHEN not_callable_reason = 'dnc' THEN 'dnc' ELSE 'campaign_closed' END,
            next_attempt_at = NULL, updated_at = $6
      WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND status IN ${OPEN}
  RETURNING 1)
SELECT count(*)::integer AS contacts FROM changed`,
};

/** Whether the campaign $3 has somebody left to call, or a call under way: read off its counts. */
export const HAS_OPEN_CONTACTS: NamedQuery = {
  name: 'campaign_has_open_contacts',
  text: `
SELECT coalesce(sum(value), 0) > 0 AS open
  FROM campaign_counts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND counter = 'listed'
   AND (split_part(key, '/', 1) IN ('dialing', 'in_call')
        OR split_part(key, '/', 1) IN ${OPEN} AND split_part(key, '/', 2) = '-')`,
};
