import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const RUN_OF_RESULT = `conversation_test_runs u
                 ON u.client_id = r.client_id AND u.data_env = r.data_env AND u.project_id = r.project_id AND u.run_id = r.run_id`;

// A result that was cancelled, or found no runtime, does not count. $7: tests requested before it
// have waited too long.
const COUNTS = `coalesce(r.error_reason, '') NOT IN ('cancelled', 'waited_too_long')
                AND NOT (r.status = 'queued' AND u.requested_at <= $7)`;

/**
 * The tests of a project by name, each with its newest result on the draft and on the published
 * version, and whether it was ever run. A result counts for the content of the test that it ran.
 * $4: the draft's etag, or null; $5: the published content hash, or null; results older than $6
 * have expired.
 */
const newestOn = (condition: string): string => `LEFT JOIN LATERAL (
             SELECT r.run_id, r.status, r.attempt, r.lease_expires_at, r.ended_at, r.error_reason, r.assertions,
                    u.requested_at
               FROM conversation_test_results r
               JOIN ${RUN_OF_RESULT}
              WHERE r.client_id = t.client_id AND r.data_env = t.data_env AND r.project_id = t.project_id
                AND r.test_id = t.test_id AND r.test_etag = t.etag AND u.requested_at > $6 AND ${condition}
                AND ${COUNTS}
              ORDER BY u.requested_at DESC, u.run_id DESC
              LIMIT 1)`;

const asJson = (alias: string): string => `CASE WHEN ${alias}.run_id IS NOT NULL THEN to_jsonb(${alias}) END`;

export const CONVERSATION_TESTS = namedQuery('conversation_tests')`
    SELECT t.test_id, t.name, t.etag, t.definition_encrypted, t.created_at, t.created_by, t.updated_at, t.updated_by,
           ${asJson('d')} AS on_draft, ${asJson('v')} AS on_published,
           EXISTS (SELECT 1 FROM conversation_test_results r
               JOIN ${RUN_OF_RESULT}
                    WHERE r.client_id = t.client_id AND r.data_env = t.data_env AND r.project_id = t.project_id
                      AND r.test_id = t.test_id AND ${COUNTS}) AS was_run
      FROM conversation_tests t
      ${newestOn(`u.source = 'draft' AND u.configuration = $4`)} d ON true
      ${newestOn(`u.content_hash = $5`)} v ON true
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3
     ORDER BY t.name COLLATE "C"`;

export const CARRY_RESULTS_OVER = namedQuery('carry_conversation_results_over')`
    UPDATE conversation_test_runs u SET content_hash = v.content_hash, version_number = v.version_number
      FROM project_versions v
     WHERE v.client_id = $1 AND v.data_env = $2 AND v.project_id = $3 AND v.version_number = $5
       AND u.client_id = $1 AND u.data_env = $2 AND u.project_id = $3 AND u.source = 'draft' AND u.configuration = $4`;

/**
 * Ends the tests of a project that no runtime is running: tests that have waited since $6 for a
 * runtime, and tests whose last lease has expired. $4: now; $5: the most leases of a test.
 */
export const END_OVERDUE_TESTS = namedQuery('end_overdue_conversation_tests')`
    UPDATE conversation_test_results r
       SET status = 'error', lease_expires_at = NULL,
           error_reason = CASE WHEN r.status = 'queued' THEN 'waited_too_long' ELSE 'runtime_lost' END,
           ended_at = CASE WHEN r.status = 'queued' THEN u.requested_at + ($4::timestamptz - $6::timestamptz)
                           WHEN r.attempt >= $5 THEN r.lease_expires_at
                           ELSE r.lease_expires_at + ($4::timestamptz - $6::timestamptz) END
      FROM conversation_test_runs u
     WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3
       AND u.client_id = r.client_id AND u.data_env = r.data_env AND u.project_id = r.project_id AND u.run_id = r.run_id
       AND ((r.status = 'queued' AND u.requested_at <= $6)
            OR (r.status = 'running' AND r.lease_expires_at <= $4 AND (r.attempt >= $5 OR r.lease_expires_at <= $6)))
    RETURNING r.run_id, r.test_id, r.error_reason`;
