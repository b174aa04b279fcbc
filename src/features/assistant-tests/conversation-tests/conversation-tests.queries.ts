import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The tests of a project, without their scripts. */
export const CONVERSATION_TEST_NAMES = namedQuery('conversation_test_names')`
    SELECT t.test_id, t.name
      FROM conversation_tests t
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3`;

/** How many runs of a project have not ended. */
export const OPEN_RUNS = namedQuery('open_conversation_runs')`
    SELECT count(DISTINCT r.run_id)::integer AS open
      FROM conversation_test_results r
     WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3 AND r.status IN ('queued', 'running')`;

/** Queues tests with their current content. $4: the run; $5: their ids. */
export const QUEUE_TESTS = namedQuery('queue_conversation_tests')`
    INSERT INTO conversation_test_results
           (client_id, data_env, project_id, run_id, test_id, test_name, test_etag, assertion_count)
    SELECT t.client_id, t.data_env, t.project_id, $4::uuid, t.test_id, t.name, t.etag, t.assertion_count
      FROM conversation_tests t
     WHERE t.client_id = $1 AND t.data_env = $2 AND t.project_id = $3 AND t.test_id = ANY($5::uuid[])`;

/**
 * Deletes all but the newest runs of a project, with their results. $4: how many runs to keep; $5:
 * how many talks.
 */
export const FORGET_OLD_RUNS = namedQuery('forget_old_conversation_runs')`
    DELETE FROM conversation_test_runs u
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.project_id = $3
       AND u.run_id IN (SELECT o.run_id FROM conversation_test_runs o
                         WHERE o.client_id = $1 AND o.data_env = $2 AND o.project_id = $3 AND o.is_talk = $5
                         ORDER BY o.requested_at DESC, o.run_id DESC
                        OFFSET $4)`;

/**
 * Runs of a project, newest first, with the results of their tests. Runs older than $4 have
 * expired; $5, $6: the run after which the page begins, or null; $7: the most rows.
 */
export const CONVERSATION_RUNS = namedQuery('conversation_runs')`
    SELECT u.run_id, u.source, u.configuration, u.content_hash, u.version_number, u.requested_at, u.requested_by,
           (SELECT jsonb_agg(jsonb_build_object('status', r.status, 'attempt', r.attempt, 'requested_at', u.requested_at,
                      'lease_expires_at', r.lease_expires_at, 'ended_at', r.ended_at, 'error_reason', r.error_reason))
              FROM conversation_test_results r
             WHERE r.client_id = u.client_id AND r.data_env = u.data_env AND r.project_id = u.project_id
               AND r.run_id = u.run_id) AS results
      FROM conversation_test_runs u
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.project_id = $3 AND u.requested_at > $4
       AND NOT u.is_talk AND ($5::timestamptz IS NULL OR (u.requested_at, u.run_id) < ($5, $6::uuid))
     ORDER BY u.requested_at DESC, u.run_id DESC
     LIMIT $7`;

/** Ends the tests of a run that have not ended. $4: now; $5: the run. */
export const CANCEL_RUN = namedQuery('cancel_conversation_run')`
    UPDATE conversation_test_results r
       SET status = 'error', error_reason = 'cancelled', ended_at = $4, lease_expires_at = NULL
     WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $3 AND r.run_id = $5::uuid
       AND r.status IN ('queued', 'running')
    RETURNING r.test_id`;

/**
 * Results of the run $4, ordered by the names of its tests. Results older than $5 have expired; $6:
 * whether the caller $7 may read transcripts; they may always read their own talks.
 */
export const CONVERSATION_RUN = namedQuery('conversation_run')`
    SELECT u.run_id, u.source, u.configuration, u.content_hash, u.version_number, u.requested_at, u.requested_by,
           r.test_id, r.test_name, r.status, r.attempt, r.lease_expires_at, r.started_at, r.ended_at, r.error_reason,
           r.assertions, r.turns, r.first_response_ms, r.findings, r.redaction_status,
           u.is_talk AND u.requested_by = $7 AS "isOwnTalk",
           CASE WHEN $6::boolean OR u.is_talk AND u.requested_by = $7 THEN r.excerpt_encrypted END AS excerpt_encrypted
      FROM conversation_test_runs u
      JOIN conversation_test_results r
        ON r.client_id = u.client_id AND r.data_env = u.data_env AND r.project_id = u.project_id AND r.run_id = u.run_id
     WHERE u.client_id = $1 AND u.data_env = $2 AND u.project_id = $3 AND u.run_id = $4::uuid AND u.requested_at > $5
     ORDER BY r.test_name COLLATE "C", r.test_id`;
