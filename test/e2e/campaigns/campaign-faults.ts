/** The contract's table (campaigns 9.1), copied by hand: the permitted changes from each status. */
export const MOVES: readonly (readonly [from: string, action: string, to: string])[] = [
  ['draft', 'run', 'running'],
  ['draft', 'run', 'scheduled'],
  ['scheduled', 'run', 'running'],
  ['scheduled', 'run', 'scheduled'],
  ['scheduled', 'pause', 'paused'],
  ['running', 'pause', 'paused'],
  ['paused', 'resume', 'running'],
  ['paused', 'resume', 'scheduled'],
  ['draft', 'cancel', 'cancelled'],
  ['scheduled', 'cancel', 'cancelled'],
  ['running', 'cancel', 'cancelled'],
  ['paused', 'cancel', 'cancelled'],
];

/**
 * Faults of the campaign $1 at one moment: counts that differ from a recount of its contacts,
 * callable contacts with suppressed numbers, changes in its log that the table $2 does not have or
 * that begin where the one before did not end, a status that its log does not lead to, and contacts
 * that a cancellation has left open.
 */
export const FAULTS = `
WITH recounted AS (
  SELECT counter, key, count(*) AS value
    FROM campaign_contacts c
   CROSS JOIN LATERAL (VALUES ('status', c.status), ('callable', CASE WHEN c.is_callable THEN 'true' END),
     ('reason', c.not_callable_reason), ('disposition', c.last_disposition), ('registry', coalesce(c.registry_status, 'none')),
     ('listed', concat_ws('/', c.status, coalesce(c.not_callable_reason, '-'), coalesce(c.last_disposition, '-')))) it (counter, key)
   WHERE c.campaign_id = $1 AND it.key IS NOT NULL GROUP BY 1, 2),
kept AS (
  SELECT counter, key, sum(value) AS value FROM campaign_counts WHERE campaign_id = $1 GROUP BY 1, 2 HAVING sum(value) <> 0),
moves AS (
  SELECT action, from_status, to_status, entry_id, lag(to_status, 1, 'draft') OVER (ORDER BY entry_id) AS reached
    FROM campaign_log WHERE campaign_id = $1)
SELECT 'count' AS fault, concat_ws(' ', counter, key, 'kept', kept.value, 'recounted', recounted.value) AS detail
  FROM kept FULL JOIN recounted USING (counter, key) WHERE kept.value IS DISTINCT FROM recounted.value
UNION ALL
SELECT 'suppressed and not dnc', c.contact_id::text
  FROM campaign_contacts c
  JOIN campaigns g ON g.campaign_id = c.campaign_id AND g.status NOT IN ('completed', 'cancelled', 'failed')
  JOIN suppressions s ON s.phone_hash = c.phone_hash AND s.client_id = c.client_id AND s.data_env = c.data_env
   AND (s.project_id IS NULL OR s.project_id = g.project_id)
 WHERE c.campaign_id = $1 AND c.not_callable_reason IS DISTINCT FROM 'dnc'
UNION ALL
SELECT 'off the table', concat_ws(' ', reached, ':', from_status, action, to_status)
  FROM moves
 WHERE from_status <> reached
    OR CASE WHEN action = 'edit' THEN from_status <> to_status
            ELSE NOT EXISTS (SELECT FROM jsonb_array_elements($2::jsonb) known
                              WHERE known = jsonb_build_array(from_status, action, to_status)) END
UNION ALL
SELECT 'status', g.status
  FROM campaigns g
 WHERE g.campaign_id = $1
   AND g.status <> coalesce((SELECT to_status FROM moves ORDER BY entry_id DESC LIMIT 1), 'draft')
UNION ALL
SELECT 'left open', c.status
  FROM campaign_contacts c JOIN campaigns g ON g.campaign_id = c.campaign_id
 WHERE c.campaign_id = $1 AND g.status = 'cancelled' AND c.status <> 'cancelled'`;
