import type { NamedQuery } from '../unit-of-work/named-query.js';

/** Announces due work; messages are JSON arrays of client, environment and kind. */
export const DUE_CHANNEL = 'work_due';

// Columns and values of a new work item: of kind $3, not before $6 (null: at once), caused by the
// request $7 in the trace $8, with the keys $4 and the payloads $5.
const COLUMNS = 'client_id, data_env, kind, key, payload, ready_at, request_id, traceparent';
const VALUES = '$1, $2, $3, sent.key, sent.payload::jsonb, coalesce($6::timestamptz, now()), $7, $8';
const SENT = 'unnest($4::text[], $5::text[]) WITH ORDINALITY AS sent (key, payload, place)';

// Notifies the relays at the commit, once for all work items of a transaction.
const NOTIFY = `SELECT pg_notify('${DUE_CHANNEL}', json_build_array($1::text, $2::text, $3::text)::text)`;

/** Appends a work item for each key and payload. */
export const ENQUEUE_WORK: NamedQuery = {
  name: 'work_items_enqueue',
  text: `
WITH appended AS (
     INSERT INTO work_items (${COLUMNS})
     SELECT ${VALUES} FROM ${SENT} ORDER BY sent.place
  RETURNING ready_at)
${NOTIFY} FROM appended WHERE ready_at <= now() LIMIT 1`,
};

/**
 * The same for those of the keys $4 without a ready, unleased work item. An existing one is locked
 * until the commit, so that its worker sees what this transaction writes; one that a relay is
 * leasing is skipped, because its worker may not.
 */
export const ENQUEUE_MISSING_WORK: NamedQuery = {
  name: 'work_items_enqueue_missing',
  text: `
WITH waiting AS MATERIALIZED (
     SELECT w.key FROM work_items w
      WHERE w.client_id = $1 AND w.data_env = $2 AND w.kind = $3 AND w.key = ANY ($4::text[])
        AND w.lease_token IS NULL AND w.ready_at <= now()
        FOR SHARE SKIP LOCKED),
     appended AS (
     INSERT INTO work_items (${COLUMNS})
     SELECT ${VALUES} FROM ${SENT}
      WHERE NOT EXISTS (SELECT FROM waiting w WHERE w.key = sent.key)
      ORDER BY sent.place)
${NOTIFY}`,
};
