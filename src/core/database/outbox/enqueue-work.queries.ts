import type { NamedQuery } from '../unit-of-work/named-query.js';

/** Announces due work; messages are JSON arrays of client, environment and kind. */
export const DUE_CHANNEL = 'work_due';

/**
 * Appends a work item of kind $3 for each of the keys $4 and payloads $5, not before $6 (null: at
 * once), caused by the request $7 in the trace $8, and notifies the relays at the commit, once for
 * all work items of a transaction.
 */
export const ENQUEUE_WORK: NamedQuery = { name: 'work_items_enqueue', text: appending('') };

/** The same, only for those of the keys $4 without a ready, unleased work item. */
export const ENQUEUE_MISSING_WORK: NamedQuery = {
  name: 'work_items_enqueue_missing',
  text: appending(`
      WHERE NOT EXISTS (
            SELECT FROM work_items w
             WHERE w.client_id = $1 AND w.data_env = $2 AND w.kind = $3 AND w.key = sent.key
               AND w.lease_token IS NULL AND w.ready_at <= now())`),
};

function appending(condition: string): string {
  return `
WITH appended AS (
     INSERT INTO work_items (client_id, data_env, kind, key, payload, ready_at, request_id, traceparent)
     SELECT $1, $2, $3, sent.key, sent.payload::jsonb, coalesce($6::timestamptz, now()), $7, $8
       FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS sent (key, payload, place)${condition}
      ORDER BY sent.place
  RETURNING ready_at)
SELECT pg_notify('${DUE_CHANNEL}', json_build_array($1::text, $2::text, $3::text)::text)
  FROM appended WHERE ready_at <= now() LIMIT 1`;
}
