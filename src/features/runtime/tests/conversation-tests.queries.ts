import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

// Whether no runtime holds a test.
const WAITS = `(r.status = 'queued' OR (r.status = 'running' AND r.lease_expires_at <= $4))`;
const OF_PROJECT = `r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3`;

/**
 * The waiting tests of the oldest run of a project that has any; the script of a talk is in its
 * result.
 */
export const WAITING_TESTS_OF_RUN = namedQuery('waiting_tests_of_run')`
    SELECT r.run_id, u.source, u.configuration, r.test_id, r.test_name, r.test_etag,
           CASE WHEN u.is_talk THEN r.test_etag ELSE t.etag END AS etag,
           CASE WHEN u.is_talk THEN r.definition_encrypted ELSE t.definition_encrypted END AS definition_encrypted
      FROM conversation_test_results r
      JOIN conversation_test_runs u
        ON u.client_id = r.client_id AND u.data_env = r.data_env AND u.project_id = r.project_id AND u.run_id = r.run_id
      LEFT JOIN conversation_tests t
        ON t.client_id = r.client_id AND t.data_env = r.data_env AND t.project_id = r.project_id AND t.test_id = r.test_id
     WHERE ${OF_PROJECT} AND ${WAITS}
       AND r.run_id = (SELECT o.run_id
                         FROM conversation_test_runs o
                         JOIN conversation_test_results r
                           ON r.client_id = o.client_id AND r.data_env = o.data_env AND r.project_id = o.project_id
                              AND r.run_id = o.run_id
                         JOIN projects p
                           ON p.client_id = o.client_id AND p.data_env = o.data_env AND p.project_id = o.project_id
                        WHERE ${OF_PROJECT} AND ${WAITS} AND p.lifecycle_state <> 'archived'
                        ORDER BY o.requested_at, o.run_id
                        LIMIT 1)
     ORDER BY r.test_name COLLATE "C", r.test_id
     LIMIT $5`;

const LOCKED = `r.run_id = $5::uuid AND r.test_id IN (
             SELECT r.test_id FROM conversation_test_results r
              WHERE ${OF_PROJECT} AND r.run_id = $5::uuid AND r.test_id = ANY($6::uuid[]) AND ${WAITS}
                FOR UPDATE SKIP LOCKED)`;

/** Leases waiting tests. $4: now; $5: the run; $6: the tests; $7: the end of the lease. */
export const LEASE_TESTS = namedQuery('lease_conversation_tests')`
    UPDATE conversation_test_results r
       SET status = 'running', attempt = r.attempt + 1, lease_expires_at = $7, started_at = coalesce(r.started_at, $4)
     WHERE ${OF_PROJECT} AND ${LOCKED}
    RETURNING r.test_id, r.attempt`;

/** Ends waiting tests that cannot be executed. $4: now; $5: run; $6: tests; $7: the reason. */
export const END_UNPLAYABLE_TESTS = namedQuery('end_unplayable_conversation_tests')`
    UPDATE conversation_test_results r
       SET status = 'error', error_reason = $7, ended_at = $4, lease_expires_at = NULL
     WHERE ${OF_PROJECT} AND ${LOCKED}
    RETURNING r.test_id`;

/** One test of one run, to report on. $4: the run; $5: the test. */
export const LOCK_CONVERSATION_RESULT = namedQuery('lock_conversation_result')`
    SELECT r.status, r.attempt, r.lease_expires_at, r.assertions, r.error_reason, r.assertion_count
      FROM conversation_test_results r
     WHERE ${OF_PROJECT} AND r.run_id = $4::uuid AND r.test_id = $5::uuid
       FOR NO KEY UPDATE`;
