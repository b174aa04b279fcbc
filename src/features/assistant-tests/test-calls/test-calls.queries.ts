import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

// A silent runtime does not update its call, which is then shown as failed. $4: since when.
const IS_SILENT = `t.status IN ('placed', 'in_call') AND coalesce(t.reported_at, t.taken_at) < $4`;

// A call that no runtime claims is shown as expired. $6: since when.
const IS_OVERDUE = `t.status = 'queued' AND t.requested_at <= $6`;

// $5: older calls are hidden; $7: how long a call waits, in milliseconds.
const KEPT = `(SELECT t.test_call_id, t.source, t.configuration, t.version_number, t.to_number_masked, t.requested_at,
                   t.requested_by, t.taken_at, t.answered_at, t.outcome, t.call_id, t.stages,
                   CASE WHEN ${IS_OVERDUE} THEN t.requested_at + $7::integer * interval '1 millisecond'
                        ELSE t.ended_at END AS ended_at,
                   CASE WHEN ${IS_SILENT} THEN 'failed' WHEN ${IS_OVERDUE} THEN 'expired'
                        ELSE t.status END AS status,
                   CASE WHEN ${IS_SILENT} THEN 'runtime_silent' WHEN ${IS_OVERDUE} THEN 'waited_too_long'
                        ELSE t.failure_reason END AS failure_reason,
                   t.redaction_status, t.transcript_encrypted
              FROM project_test_calls t
             WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3 AND t.requested_at > $5) k`;

const RECORD = `k.test_call_id, k.source, k.configuration, k.version_number, k.to_number_masked, k.requested_at,
           k.requested_by, k.taken_at, k.answered_at, k.ended_at, k.outcome, k.call_id, k.stages, k.status, k.failure_reason`;

const FILTER = `($8::text IS NULL OR k.status = $8) AND ($9::text IS NULL OR k.source = $9)`;

/**
 * A page of test calls, newest first; one row without a call if the page is past the last one. $8:
 * a status, $9: a source, or null; $10: number of rows; $11: rows to skip.
 */
export const TEST_CALLS_PAGE = namedQuery('test_calls_page')`
    SELECT n.total, c.*
      FROM (SELECT count(*)::integer AS total FROM ${KEPT} WHERE ${FILTER}) n
      LEFT JOIN (SELECT ${RECORD} FROM ${KEPT} WHERE ${FILTER}
                  ORDER BY k.requested_at DESC, k.test_call_id DESC
                  LIMIT $10::bigint OFFSET $11::bigint) c ON true
     ORDER BY c.requested_at DESC, c.test_call_id DESC`;

/** One test call with its transcript. $8: its id; $9: whether the caller may read it. */
export const TEST_CALL = namedQuery('test_call')`
    SELECT ${RECORD}, k.redaction_status,
           CASE WHEN $9::boolean THEN k.transcript_encrypted END AS transcript_encrypted
      FROM ${KEPT}
     WHERE k.test_call_id = $8::uuid`;

/** Deletes all but the newest test calls of a project. $4: how many to keep. */
export const FORGET_OLD_TEST_CALLS = namedQuery('forget_old_test_calls')`
    DELETE FROM project_test_calls t
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3
       AND t.test_call_id IN (SELECT o.test_call_id FROM project_test_calls o
                               WHERE o.client_id = $1 AND o.data_env = $2 AND o.project_id = $3
                               ORDER BY o.requested_at DESC, o.test_call_id DESC
                              OFFSET $4)`;
